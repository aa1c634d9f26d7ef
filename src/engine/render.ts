// In: excerpts in arrival order. Out: the block to paste into a prompt, in that order, and the excerpts best first.
import { float64s } from "../text/slab.ts";
import { countTokens } from "../text/tokens.ts";
import type { Excerpt, Selection } from "./model.ts";
import { SEPARATOR } from "./packing/headings.ts";
import { placesByRank } from "./scoring/ranking.ts";

export function render(excerpts: readonly Excerpt[]): Selection {
  return {
    excerpts,
    bestFirst: () => byScore(excerpts),
    rendered: () => joined(excerpts),
    renderedTokens: tokensOf(excerpts),
  };
}

function joined(excerpts: readonly Excerpt[]): string {
  return excerpts.map(({ inRow, text }) => inRow.heading + text).join(SEPARATOR);
}

/** Highest scores first, equal scores in arrival order. */
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

/** The exact count. Recounts a text only if it may share a token with the text before or the separator after it. */
function tokensOf(excerpts: readonly Excerpt[]): number {
  let tokens = 0;
  for (let from = 0, to = 0; from < excerpts.length; from = to) {
    to = from + 1;
    while (excerpts[to]?.inRow.isSureAtStart === false) to++;
    const isLast = to === excerpts.length;
    const row = to === from + 1 ? excerpts[from]?.inRow : undefined;
    if (row?.isSureAtStart === true && isLast) tokens += row.tokens - row.separator;
    else if (row?.isSureAtStart === true && row.isSureAtEnd) tokens += row.tokens;
    else tokens += countTokens(joined(excerpts.slice(from, to)) + (isLast ? "" : SEPARATOR));
  }
  return tokens;
}

/** Joins the whole texts of all records in arrival order: the answer of a stand-down. */
export function renderWhole(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}
