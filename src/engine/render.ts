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
  const rendered = joined(excerpts, headings, 0, excerpts.length);
  return { excerpts: byScore(excerpts), rendered, renderedTokens: tokensInRow(excerpts, headings) };
}

/** What of a block the excerpts from one place up to another make. */
function joined(excerpts: readonly Excerpt[], headings: readonly string[], from: number, to: number): string {
  const parts: string[] = [];
  for (let at = from; at < to; at++) parts.push(`${headings[at]}${excerpts[at]?.text}`);
  return parts.join(SEPARATOR);
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
 * Tokens of what was counted already, with headings above and separators between. Counted again is where an edge may go
 * together with its neighbour: a text with the one before it, or with the separator behind it.
 */
function tokensInRow(excerpts: readonly Excerpt[], headings: readonly string[]): number {
  let tokens = 0;
  for (let from = 0, to = 0; from < excerpts.length; from = to) {
    to = from + 1;
    while (to < excerpts.length && !isFresh(excerpts[to]?.text ?? "")) to++;
    const behind = to < excerpts.length ? SEPARATOR : "";
    const known = to === from + 1 ? tokensAlone(excerpts[from], headings[from] ?? "", behind) : null;
    tokens += known ?? countTokens(joined(excerpts, headings, from, to) + behind);
  }
  return tokens;
}

/** Null where an edge may go together with its neighbour. */
function tokensAlone(one: Excerpt | undefined, heading: string, behind: string): number | null {
  if (one === undefined || (heading !== "" && !isFresh(one.text))) return null;
  const separator = behind === "" ? 0 : sureSeparatorTokens(one.text);
  return separator === null ? null : countTokens(heading) + one.tokens + separator;
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
