// In: excerpts, best first. Out: the block to paste into a prompt: the records in the order they arrived.
import { countTokens } from "../text/tokens.ts";
import type { Excerpt, Selection } from "./model.ts";
import { headingOf, SEPARATOR } from "./packing/headings.ts";
import type { PackSettings } from "./packing/pack-settings.ts";

export function render(excerpts: readonly Excerpt[], settings: PackSettings): Selection {
  const arrived = [...excerpts].sort((a, b) => a.record.position - b.record.position);
  const rendered = arrived.map((one) => heading(one, settings) + one.text).join(SEPARATOR);
  return { excerpts, rendered, renderedTokens: countTokens(rendered) };
}

/** Every record's text whole, in arrival order: what a stand-down answers with. */
export function renderWhole(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/** Characters at the end of a text that decide what a separator after it costs. */
const TAIL_CHARACTERS = 24;

/**
 * Tokens an excerpt takes up with its heading and the separator after it, whatever stands beside it. The sum over a
 * selection is the rendered text's count to within a token or so, and the same in any order of arrival.
 */
export function takenTokens(excerpt: Excerpt, settings: PackSettings): number {
  const tail = excerpt.text.slice(-TAIL_CHARACTERS);
  const separator = countTokens(tail + SEPARATOR) - countTokens(tail);
  return excerpt.tokens + countTokens(heading(excerpt, settings)) + Math.max(0, separator);
}

/** Named are records long enough to be worth it, and those whose beginning, which would tell what they are, is cut. */
function heading({ record, text, tokens, spans }: Excerpt, { headingTokensMin }: PackSettings): string {
  const isCutAtStart = (spans[0]?.start ?? 0) > 0;
  return tokens >= headingTokensMin || isCutAtStart ? headingOf(record, text) : "";
}
