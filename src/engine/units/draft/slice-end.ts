// Where to cut a piece of text that has no structure to be cut by: behind white space or a separator where one is near.
// A text and a range in, an offset out; looks back a bounded number of characters.
import { COMMA, isSpace, SEMICOLON } from "../../../text/char-codes.ts";
import { isPairAt } from "../../../text/offsets.ts";

/** A piece that cannot be cut by its structure is sliced to at most this many characters. */
const SLICE_CHARS = 400;

/** How far back from a slice's end a better place to cut is looked for. */
const SLICE_LOOK_BACK_CHARS = 120;

/** The end of the first slice of [start, end): all of it, unless it is much longer than a slice. */
export function sliceEnd(text: string, start: number, end: number): number {
  if (end - start <= SLICE_CHARS + SLICE_LOOK_BACK_CHARS) return end;
  const far = start + SLICE_CHARS;
  let separator = -1;
  for (let i = far; i > far - SLICE_LOOK_BACK_CHARS; i--) {
    const code = text.charCodeAt(i - 1);
    if (isSpace(code)) return i;
    // Where dense one-line text (minified code, joined fields) divides.
    if (separator === -1 && (code === COMMA || code === SEMICOLON)) separator = i;
  }
  if (separator !== -1) return separator;
  return isPairAt(text, far - 1) ? far + 1 : far;
}
