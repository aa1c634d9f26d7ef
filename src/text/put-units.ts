// In: a text and a memory, seen as bytes and as UTF-16 units. Out: the text's units in their place there.

/** Shorter texts are copied faster by a loop than by a call. UTF-16 units. */
const LOOP_LENGTH_MAX = 64;

/** @param at the unit of the memory that becomes the text's first */
export function putUnits(text: string, bytes: Buffer, units: Uint16Array, at: number): void {
  if (text.length > LOOP_LENGTH_MAX) bytes.write(text, 2 * at, "utf16le");
  else for (let index = 0; index < text.length; index++) units[at + index] = text.charCodeAt(index);
}
