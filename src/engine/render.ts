// In: excerpts of records in the order they arrived. Out: the block to paste into a prompt, in that order, and the
// excerpts, best first.
import { float64s } from "../text/slab.ts";
import { isFresh } from "../text/sure-cuts.ts";
import { countTokens } from "../text/tokens.ts";
import type { Excerpt, Selection } from "./model.ts";
import { headingOf, SEPARATOR } from "./packing/headings.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import { separatorTokens, sureSeparatorTokens } from "./packing/separators.ts";
import { placesByRank } from "./scoring/by-rank.ts";

export function render(excerpts: readonly Excerpt[], settings: PackSettings): Selection {
  const headings = excerpts.map((one) => heading(one, settings));
  const rendered = excerpts.map(({ text }, at) => headings[at] + text).join(SEPARATOR);
  const renderedTokens = tokensInRow(excerpts, headings) ?? countTokens(rendered);
  return { excerpts: byScore(excerpts), rendered, renderedTokens };
}

/** Selection order: higher scores first, equal ones as they arrived. */
function byScore(excerpts: readonly Excerpt[]): Excerpt[] {
  const scores = float64s(excerpts.length);
  for (let at = 0; at < excerpts.length; at++) scores[at] = excerpts[at]?.record.score ?? 0;
  const sorted: Excerpt[] = [];
  for (const place of placesByRank(scores, Number.NEGATIVE_INFINITY)) {
    const one = excerpts[place];
    if (one !== undefined) sorted.push(one);
  }
  return sorted;
}

/**
 * Tokens of what was counted already, with headings above and separators between; null where an edge may go together
 * with its neighbour.
 */
function tokensInRow(excerpts: readonly Excerpt[], headings: readonly string[]): number | null {
  let tokens = 0;
  for (let at = 0; at < excerpts.length; at++) {
    const one = excerpts[at];
    const heading = headings[at] ?? "";
    if (one === undefined || !isFresh(one.text)) return null;
    if (heading !== "") tokens += countTokens(heading);
    tokens += one.tokens;
    if (at === excerpts.length - 1) break;
    const separator = sureSeparatorTokens(one.text);
    if (separator === null) return null;
    tokens += separator;
  }
  return tokens;
}

/** Every record's text whole, in arrival order: what a stand-down answers with. */
export function renderWhole(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/**
 * Tokens an excerpt takes up with its heading and the separator after it, whatever stands beside it. The sum over a
 * selection is the rendered text's count to within a token or so, and the same in any order of arrival.
 */
export function takenTokens(excerpt: Excerpt, settings: PackSettings): number {
  const named = heading(excerpt, settings);
  return excerpt.tokens + (named === "" ? 0 : countTokens(named)) + separatorTokens(excerpt.text);
}

/** Named are records long enough to be worth it, and those whose beginning, which would tell what they are, is cut. */
function heading({ record, text, tokens, pieces }: Excerpt, { headingTokensMin }: PackSettings): string {
  const isCutAtStart = (pieces[0]?.start ?? 0) > 0;
  return tokens >= headingTokensMin || isCutAtStart ? headingOf(record, text) : "";
}
