// What a chunk of a text is, a run of letters, digits and what joins them: an id, a number, a name, or a word as any
// other. Told by its characters alone, each looked at once.
import type { Checkpoint } from "./checkpoint.ts";
import { BREAK, DIGIT, JOINER, LOWER, letterClass, UPPER } from "./letters.ts";

export type ChunkKind = "id" | "number" | "name";

/** Characters that are read between two checkpoints: a millisecond. */
export const CHARS_A_TURN = 1 << 15;

/** Punctuation that ids have inside: paths, addresses, versions. */
const ID_MARKS = "/@._";

/** @param opensSentence a capital says nothing there */
export function kindOfChunk(
  text: string,
  start: number,
  end: number,
  opensSentence: boolean,
  checkpoint: Checkpoint,
): ChunkKind | null {
  let digits = 0;
  let letters = 0;
  let capitals = 0;
  // Where parts of an identifier meet: `_`, a mark, a capital behind a small letter.
  let joints = 0;
  let before = BREAK;
  for (let at = start; at < end; at += 1) {
    if (at % CHARS_A_TURN === 0) checkpoint();
    const found = letterClass(text, at);
    if (found === DIGIT) digits += 1;
    else if (found === JOINER) joints += 1;
    else if (found === BREAK) joints += ID_MARKS.includes(text.charAt(at)) ? 1 : 0;
    else letters += 1;
    if (found === UPPER) capitals += 1;
    if (found === UPPER && before === LOWER) joints += 1;
    before = found;
  }
  if (digits > 0) return letters > 0 || joints > 1 ? "id" : "number";
  if (joints > 0 && letters > 2) return "id";
  if (letterClass(text, start) !== UPPER) return null;
  return capitals > 1 || !opensSentence ? "name" : null;
}
