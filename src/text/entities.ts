// Finds the exact names in a task: quotations, ids, numbers, dates, names.
// In: a text. Out: the ranges of its entities, in order. Linear for any input: no pattern backtracks.
import { type Checkpoint, unchecked } from "./checkpoint.ts";
import { BREAK, DIGIT, JOINER, LOWER, letterClass, UPPER } from "./words.ts";

type ChunkKind = "id" | "number" | "name";

/** Characters between two checkpoints: about a millisecond. */
export const CHARS_PER_CHECKPOINT = 1 << 15;

/** Punctuation inside ids: paths, addresses, versions. */
const ID_MARKS = "/@._";

/** @param opensSentence if true, a capital means nothing */
function kindOfChunk(
  text: string,
  start: number,
  end: number,
  opensSentence: boolean,
  checkpoint: Checkpoint,
): ChunkKind | null {
  let digits = 0;
  let letters = 0;
  let capitals = 0;
  // A border between parts of an identifier: `_`, a mark, a capital after a small letter.
  let joints = 0;
  let before = BREAK;
  for (let at = start; at < end; at += 1) {
    if (at % CHARS_PER_CHECKPOINT === 0) checkpoint();
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

type EntityKind = "quote" | ChunkKind;

/** A range of the text, without quotation marks. */
export interface Entity {
  readonly kind: EntityKind;
  readonly start: number;
  readonly end: number;
}

/** A longer quotation is a passage, not a name. UTF-16 units. */
const QUOTE_LENGTH_MAX = 160;

/** The closing mark of a quotation, by the code of its opening mark. */
const CLOSING = new Map(
  ['""', "``", "“”", "„“", "«»", "「」", "『』", "《》", "〈〉", "｢｣", "＂＂"].map((pair) => [
    pair.charCodeAt(0),
    pair.charAt(1),
  ]),
);
/** Characters that join the parts of an id: `a-b`, `src/x.py`, `me@example.com`, `10:30`, `#W12`. */
const INNER = "-./:@#+$,'_";

/** @param checkpoint runs now and then, and may throw */
export function findEntities(text: string, checkpoint: Checkpoint = unchecked): readonly Entity[] {
  const found: Entity[] = [];
  let at = 0;
  let due = CHARS_PER_CHECKPOINT;
  let sentenceStart = true;
  while (at < text.length) {
    if (at >= due) {
      checkpoint();
      due = at + CHARS_PER_CHECKPOINT;
    }
    const quoted = quotedAt(text, at);
    if (quoted !== null) {
      found.push(quoted);
      at = quoted.end + 1;
      sentenceStart = false;
      continue;
    }
    if (letterClass(text, at) === BREAK && text[at] !== "#" && text[at] !== "$") {
      if (".!?:\n".includes(text.charAt(at))) sentenceStart = true;
      at += 1;
      continue;
    }
    const end = chunkEnd(text, at, checkpoint);
    const kind = kindOfChunk(text, at, end, sentenceStart, checkpoint);
    if (kind !== null) found.push({ kind, start: at, end });
    sentenceStart = false;
    at = end;
  }
  return found;
}

function quotedAt(text: string, at: number): Entity | null {
  const closing = CLOSING.get(text.charCodeAt(at));
  if (closing === undefined) return null;
  const end = text.slice(at + 1, at + 1 + QUOTE_LENGTH_MAX).indexOf(closing);
  if (end < 2) return null;
  const inside = text.slice(at + 1, at + 1 + end);
  if (inside.includes("\n") || inside.trim() === "") return null;
  return { kind: "quote", start: at + 1, end: at + 1 + end };
}

function chunkEnd(text: string, from: number, checkpoint: Checkpoint): number {
  let end = from + 1;
  while (end < text.length && (letterClass(text, end) !== BREAK || joins(text, end))) {
    end += 1;
    if (end % CHARS_PER_CHECKPOINT === 0) checkpoint();
  }
  return end;
}

/** Punctuation belongs to the chunk only if both its neighbours do. */
function joins(text: string, at: number): boolean {
  return INNER.includes(text.charAt(at)) && at + 1 < text.length && letterClass(text, at + 1) !== BREAK;
}
