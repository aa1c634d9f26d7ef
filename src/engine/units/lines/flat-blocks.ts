// Finds blocks in reports without indentation. A block is a run of lines between blank ones. Its first line says what
// the others are about, such as a package above its advisories. In: a text and the first line of a block. Out: whether
// that line should head the block, because the block is longer than a unit. Reads a bounded part of the text.
import { isBlank, lineEnd, skipIndent } from "../../../text/characters.ts";

/** A longer block is a list or a text, whose first line need not say what it is about. */
const BLOCK_CHARS_MAX = 1200;

/** A longer first line would cost too much, because it is sent with each part of its block. */
const NAME_CHARS_MAX = 100;

/** A setting or a sentence does not say what the lines below it are about. */
const NOT_A_NAME = /^[\w.$[\]/ -]{1,60}(?:=|:\s)|[.!?;,]\s*$/;

/** True if the line at `from` opens a block whose lines all begin at the margin and do not fit in one unit. */
export function opensFlatBlock(text: string, from: number, end: number, unitChars: number): boolean {
  let at = lineEnd(text, from, end);
  if (at - from > NAME_CHARS_MAX || skipIndent(text, from, at) > from || NOT_A_NAME.test(text.slice(from, at)))
    return false;
  while (at < end && at - from <= BLOCK_CHARS_MAX) {
    const stop = lineEnd(text, at, end);
    if (isBlank(text, at, stop)) break;
    if (skipIndent(text, at, stop) > at) return false;
    at = stop;
  }
  return at - from > unitChars && at - from <= BLOCK_CHARS_MAX;
}
