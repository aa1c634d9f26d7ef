// Finds blocks in the report of a tool that indents nothing: lines between blank ones, of which the first says what the
// others are about, such as a package above its advisories. In: a text and the first line of a block. Out: whether the
// block is longer than a unit. Never reads more than a bounded part of it.
import { isBlank, lineEnd, skipIndent } from "../../../text/characters.ts";

/** A longer block is a list or a text of its own, and its first line may be any. */
const BLOCK_CHARS_MAX = 1200;

/** The first line is sent with each part of its block. */
const NAME_CHARS_MAX = 100;

/** A setting or a sentence is like the lines below it and names none of them. */
const NO_NAME = /^[\w.$[\]/ -]{1,60}(?:=|:\s)|[.!?;,]\s*$/;

/** True if the lines up to the next blank one all begin at the margin and have more characters than a unit. */
export function opensFlatBlock(text: string, from: number, end: number, unitChars: number): boolean {
  let at = lineEnd(text, from, end);
  if (at - from > NAME_CHARS_MAX || skipIndent(text, from, at) > from || NO_NAME.test(text.slice(from, at)))
    return false;
  while (at < end && at - from <= BLOCK_CHARS_MAX) {
    const stop = lineEnd(text, at, end);
    if (isBlank(text, at, stop)) break;
    if (skipIndent(text, at, stop) > at) return false;
    at = stop;
  }
  return at - from > unitChars && at - from <= BLOCK_CHARS_MAX;
}
