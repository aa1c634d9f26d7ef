// What the first two UTF-16 units of a term say of it, as `Lexicon.starts` gives them: a look at a number, where the
// term itself would have to be made a string.
import { isDigit } from "./char-kinds.ts";

export function startsWithDigit(start: number): boolean {
  return isDigit(start >>> 16);
}

/** A single letter or digit: it stands everywhere. */
export function isSingle(start: number): boolean {
  return (start & 0xffff) === 0;
}

/** The form of a term that has no third unit, as those of scripts without spaces. */
export function shortForm(start: number): string {
  const [first, second] = [start >>> 16, start & 0xffff];
  return second === 0 ? String.fromCharCode(first) : String.fromCharCode(first, second);
}
