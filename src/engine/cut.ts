// In: a stretch of a record too large to send and the tokens there are for it. Out: where to end it.
// Ends at a line or a word where one is near, never inside a character.
import { type TokenScan, tokensBetween } from "../text/tokens.ts";
import { atCodePoint } from "./code-points.ts";

/** Share of a cut that may be given up to end at a line's end. */
const LINE_SHARE = 0.3;

/** Characters that may be given up to end at a word's end. */
const WORD_CHARACTERS_MAX = 40;

/** The largest offset up to which text from `start` costs at most `tokens`; `start` when not even a character fits. */
export function cutWithin(text: string, scan: TokenScan, start: number, end: number, tokens: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensBetween(scan, start, middle) <= tokens) low = middle;
    else high = middle - 1;
  }
  if (low >= end) return end;
  return atCodePoint(text, Math.max(start, naturalEnd(text, start, low)));
}

function naturalEnd(text: string, start: number, cut: number): number {
  const line = text.lastIndexOf("\n", cut);
  if (line > start && line >= cut - LINE_SHARE * (cut - start)) return line;
  const nearest = Math.max(start + 1, cut - WORD_CHARACTERS_MAX);
  for (let at = cut; at > nearest; at--) if (text.charCodeAt(at) <= 0x20) return at;
  return cut;
}
