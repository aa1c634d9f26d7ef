// Takes off the codes with which programs colour their output on a terminal, so that the output is recognised, cut and
// searched as if it had none. A text comes in. Out come the text without the codes, and their places.
import { type Removed, withoutPlaces } from "./removed.ts";

/** Every code starts with it. */
const ESCAPE = "\u001b";

/** Control sequences, and commands such as links (ECMA-48, sections 5.4 and 5.6; terminals also end these at a BEL). */
const SEQUENCE = /\[[0-?]{0,40}[ -/]{0,8}[@-~]/.source;
const COMMAND = `\\][^\\u0007${ESCAPE}\\n]{0,400}(?:\\u0007|${ESCAPE}\\\\)`;

/** In a decoded JSON string, spaces fill the place of the escape sequence. */
const CODE = new RegExp(`${ESCAPE}(?: {5})?(?:${SEQUENCE}|${COMMAND})`, "g");

/** Returns null for a text without codes. */
export function withoutTerminalCodes(text: string): Removed | null {
  if (!text.includes(ESCAPE)) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { index, 0: code } of text.matchAll(CODE)) {
    starts.push(index);
    ends.push(index + code.length);
  }
  return starts.length === 0 ? null : withoutPlaces(text, { starts, ends });
}
