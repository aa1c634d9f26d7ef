// The UTF-16 units of a text in an array, so that its words can be compared with those known where they stand.
// Holds one long text and one short one, which are read in turn: a record and the headings its units stand under. An
// array is valid up to its text's length and until the next text of its kind.
import { Buffer } from "node:buffer";

export interface TextUnits {
  readonly long: Held;
  readonly short: Held;
}

interface Held {
  units: Uint16Array;
  bytes: Buffer;
  text: string;
}

/** Copying a text up to this length costs no more than reading a unit of another. UTF-16 units. */
const SHORT_LENGTH_MAX = 1024;

/** Shorter texts are copied faster by a loop than by a call. UTF-16 units. */
const LOOP_LENGTH_MAX = 64;

export function emptyUnits(): TextUnits {
  return { long: emptyHeld(0), short: emptyHeld(SHORT_LENGTH_MAX) };
}

function emptyHeld(length: number): Held {
  const units = new Uint16Array(length);
  return { units, bytes: Buffer.from(units.buffer), text: "" };
}

/** The units of `text`. */
export function unitsOf({ long, short }: TextUnits, text: string): Uint16Array {
  const held = text.length > SHORT_LENGTH_MAX ? long : short;
  if (held.text === text) return held.units;
  if (held.units.length < text.length) {
    held.units = new Uint16Array(Math.max(text.length, 2 * held.units.length));
    held.bytes = Buffer.from(held.units.buffer);
  }
  held.text = text;
  if (text.length > LOOP_LENGTH_MAX) held.bytes.write(text, "utf16le");
  else for (let at = 0; at < text.length; at++) held.units[at] = text.charCodeAt(at);
  return held.units;
}
