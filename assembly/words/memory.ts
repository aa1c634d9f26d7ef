// Where everything lies in the memory. The first 256 KiB are the module's own: the bytes of everywhere.ts, classes of
// letters, scratch space, windows on texts. Behind them lies the whole state of one vocabulary: copying those bytes
// back later restores that vocabulary.
// A word has at most 80 UTF-16 units (src/text/words.ts), and its form at most twice as many: every scratch area has
// room for that, and for a vector that is read or written across its end.

/** Classes of the 65,536 UTF-16 units, one byte each; 0 where it was not asked for yet. */
export const CLASSES: usize = 0x10000;

/** The units of a word that is learnt or spelled for the host, with a 0 before the first and behind the last. */
export const SPELLING: usize = 0x1010;
/** The units of a word that the host looks up in its Map, see word-table.ts. */
export const CROWDED: usize = 0x2000;
/** A form as bytes, where it is ASCII, and as units. */
export const FORM: usize = 0x3010;
export const FORM_UNITS: usize = 0x4000;
/** Where the parts of an identifier begin and end, as numbers of four bytes. */
export const PARTS: usize = 0x5000;
/** Porter's endings, see endings.ts. */
export const STEP_2_ENDINGS: usize = 0x6000;
export const STEP_3_ENDINGS: usize = 0x6400;
export const STEP_4_ENDINGS: usize = 0x6800;

/** Where stretches of a text end: ENDS_PLACES numbers of four bytes. */
export const ENDS: usize = 0x8000;
export const ENDS_PLACES: i32 = 0x1000;

/** Where the host writes texts: a long window and a short one, with room around both. Bytes. */
export const LONG_WINDOW: usize = 0x20040;
export const LONG_WINDOW_BYTES: usize = 0x1ff80;
export const SHORT_WINDOW: usize = 0x7040;
export const SHORT_WINDOW_BYTES: usize = 0x800;

/** The state begins with the address of the first free byte behind it. */
export const STATE: usize = 0x40000;
const TOP = STATE;
/** Memory that was released: where what is left of it begins and ends. */
const RELEASED = STATE + 0x8;
/** The hash table of the words: its address, its number of slots, and the number of words. */
export const SLOTS = STATE + 0x10;
/** A list: addresses of the chunks that hold the words, and forms that are no word, in order of arrival. */
export const CHUNKS = STATE + 0x20;
/** Lists by term: the number of the word that is its form, and the first two units of that. */
export const WORD_OF = STATE + 0x30;
export const STARTS = STATE + 0x40;
/** A list, for words that have several terms: how many, and the terms behind it. */
export const SEVERAL = STATE + 0x50;
/** A list: the terms that were read and not yet taken by the host. */
export const FOUND = STATE + 0x60;
const LISTS_END = STATE + 0x70;

const PAGE_BITS = 16;

/** The multiple of 16 that is not below `bytes`. */
export function aligned(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

/** Empties the state. */
export function clear(): void {
  memory.fill(STATE, 0, LISTS_END - STATE);
  store<usize>(TOP, LISTS_END);
}

/** Releases memory, for `allocateSmall`. `at` and `bytes` are multiples of 16. Only the largest such place is kept. */
export function release(at: usize, bytes: usize): void {
  if (bytes <= load<usize>(RELEASED, 4) - load<usize>(RELEASED)) return;
  store<usize>(RELEASED, at);
  store<usize>(RELEASED, at + bytes, 4);
}

/** As `allocate`, for a few bytes: taken from what was released, if that is enough. */
export function allocateSmall(bytes: usize): usize {
  const at = load<usize>(RELEASED);
  const end = aligned(at + bytes);
  if (end > load<usize>(RELEASED, 4)) return allocate(bytes);
  store<usize>(RELEASED, end);
  return at;
}

/** The first byte behind the state. */
export function top(): usize {
  return load<usize>(TOP);
}

/**
 * Address of `bytes` free bytes, a multiple of 16; they are not cleared. The memory grows by a quarter at least,
 * because the host has to make its views of it anew each time.
 */
export function allocate(bytes: usize): usize {
  const at = load<usize>(TOP);
  const end = aligned(at + bytes);
  const missing = i32(end >> PAGE_BITS) + 1 - memory.size();
  if (missing > 0 && memory.grow(max(missing, memory.size() >> 2)) < 0) unreachable();
  store<usize>(TOP, end);
  return at;
}
