// In: a text and a counter. Out: the text in the counter's memory, ready to be counted.
import { type Checkpoint, unchecked } from "../checkpoint.ts";
import type { Counter } from "./counter.ts";

/**
 * Makes `text` the one that the counter counts next; returns its bytes of UTF-8.
 * @param checkpoint is the counter's while it counts this text
 */
export function writeText(counter: Counter, text: string, checkpoint: Checkpoint = unchecked): number {
  const { exports, windows, stretchUnits } = counter;
  counter.checkpoint = checkpoint;
  exports.startText();
  let bytes = 0;
  for (let start = 0; start < text.length; ) {
    const end = stretchEnd(text, start + stretchUnits);
    const units = end - start;
    windows().stretch.write(units === text.length ? text : text.slice(start, end), "utf16le");
    bytes = exports.appendStretch(units);
    start = end;
  }
  return bytes;
}

/** `end` within the text, or the place before where it would part a surrogate pair. */
function stretchEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}
