// Where everything lies in the memory. The first 256 KiB are the module's own: what it knows of letters, places to work
// in, windows on texts. Behind them lies the state of one lexicon, all of it: who keeps a copy of those bytes can put
// them back and go on.
// A word has at most 80 units (src/text/words.ts) and a form of it at most twice as many: every place to work in has
// room for that, and for the vector that is read or written across its end.

/** Classes of the 65,536 UTF-16 units, one byte each; 0 is one that nobody has asked for. */
export const CLASSES: usize = 0x10000;

/** The units of a word that is learnt, or handed out; before the first and behind the last a 0. */
export const SPELLING: usize = 0x1010;
/** The units of a word that JavaScript looks up in its Map. */
export const CROWDED: usize = 0x2000;
/** The bytes of a form, one a letter, and the units of one that has no such bytes. */
export const FORM: usize = 0x3010;
export const FORM_UNITS: usize = 0x4000;
/** Where the parts of an identifier begin and end, as numbers of four bytes. */
export const PARTS: usize = 0x5000;
/** Porter's endings, see endings.ts. */
export const STEP_2_ENDINGS: usize = 0x6000;
export const STEP_3_ENDINGS: usize = 0x6400;
export const STEP_4_ENDINGS: usize = 0x6800;

/** Where stretches of a text end, as numbers of four bytes: so many places. */
export const ENDS: usize = 0x8000;
export const ENDS_PLACES: i32 = 0x1000;

/** Windows on texts, a long one and a short one, with room around them. Bytes. */
export const LONG_WINDOW: usize = 0x20040;
export const LONG_WINDOW_BYTES: usize = 0x1ff80;
export const SHORT_WINDOW: usize = 0x7040;
export const SHORT_WINDOW_BYTES: usize = 0x800;

/** State: the first byte that is free behind it, and the lists of list.ts. */
export const STATE: usize = 0x40000;
const TOP = STATE;
/** Former room of something that has moved on: where what is left of it begins and ends. */
const LEFT_BEHIND = STATE + 0x8;
/** The hash table of the words: where it lies, how many slots it has, and how many words there are. */
export const SLOTS = STATE + 0x10;
/** Where the chunks lie that hold words as they were met and the forms they are brought to, in order of arrival. */
export const CHUNKS = STATE + 0x20;
/** By term: the word that is its form, and its first two units. */
export const WORD_OF = STATE + 0x30;
export const STARTS = STATE + 0x40;
/** Of words that have several terms: how many, and they behind it. */
export const SEVERAL = STATE + 0x50;
/** The terms that were read and not yet taken. */
export const FOUND = STATE + 0x60;
const LISTS_END = STATE + 0x70;

const PAGE_BITS = 16;

/** Forgets all that was read: the state is empty, its memory free. */
export function clear(): void {
  memory.fill(STATE, 0, LISTS_END - STATE);
  store<usize>(TOP, LISTS_END);
}

/** Says that nothing lies there any more; `at` and `bytes` are multiples of 16. Only the largest such place is kept. */
export function leave(at: usize, bytes: usize): void {
  if (bytes <= load<usize>(LEFT_BEHIND, 4) - load<usize>(LEFT_BEHIND)) return;
  store<usize>(LEFT_BEHIND, at);
  store<usize>(LEFT_BEHIND, at + bytes, 4);
}

/** As `room`, for a few bytes: where something lay before, if that is enough. */
export function smallRoom(bytes: usize): usize {
  const at = load<usize>(LEFT_BEHIND);
  const end = (at + bytes + 15) & ~15;
  if (end > load<usize>(LEFT_BEHIND, 4)) return room(bytes);
  store<usize>(LEFT_BEHIND, end);
  return at;
}

/** The first byte behind the state. */
export function top(): usize {
  return load<usize>(TOP);
}

/**
 * Room for so many bytes, not cleared, at a multiple of 16. Given back by `clear` alone. The memory grows by a quarter
 * at least: each time its views in JavaScript are made anew.
 */
export function room(bytes: usize): usize {
  const at = load<usize>(TOP);
  const end = (at + bytes + 15) & ~15;
  const missing = i32(end >> PAGE_BITS) + 1 - memory.size();
  if (missing > 0 && memory.grow(max(missing, memory.size() >> 2)) < 0) unreachable();
  store<usize>(TOP, end);
  return at;
}
