// The memory layout. The first 256 KiB belong to the module: the bytes of everywhere.ts, classes of letters, scratch
// space, windows on texts. The whole state of one vocabulary follows: copying those bytes back later restores that
// vocabulary. A word has at most 80 UTF-16 units (src/text/words.ts), and its form at most twice as many. Every scratch
// area has room for that, and for a vector that is read or written across its end.

/** Classes of the 65,536 UTF-16 units, one byte each; 0 if the class is unknown. */
export const CLASSES: usize = 0x10000;

/** The units of a word that is added or spelled for the host, with a 0 before the first and after the last. */
export const SPELLING: usize = 0x1010;
/** The units of a word that the host looks up in its Map, see word-table.ts. */
export const OVERFLOW: usize = 0x2000;
/** A form as bytes if it is ASCII, and as units. */
export const FORM: usize = 0x3010;
export const FORM_UNITS: usize = 0x4000;
/** Where the parts of an identifier begin and end, as four-byte numbers. */
export const PARTS: usize = 0x5000;
/** Porter's endings, see endings.ts. */
export const STEP_2_ENDINGS: usize = 0x6000;
export const STEP_3_ENDINGS: usize = 0x6400;
export const STEP_4_ENDINGS: usize = 0x6800;

/** Where parts of a text end: ENDS_PLACES four-byte numbers. */
export const ENDS: usize = 0x8000;
export const ENDS_PLACES: i32 = 0x1000;

/** Where the host writes texts: a long window and a short one, with room around both. Bytes. */
export const LONG_WINDOW: usize = 0x20040;
export const LONG_WINDOW_BYTES: usize = 0x1ff80;
export const SHORT_WINDOW: usize = 0x7040;
export const SHORT_WINDOW_BYTES: usize = 0x800;

/** The state begins with the address of the first free byte after it. */
export const STATE: usize = 0x40000;
const TOP = STATE;
/** Released memory: the start and end of its unused part. */
const RELEASED = STATE + 0x8;
/** The hash table of the words: its address, its number of slots, and the number of words. */
export const SLOTS = STATE + 0x10;
/** A list: addresses of the chunks that hold the words, and forms that are not words, in order of arrival. */
export const CHUNKS = STATE + 0x20;
/** Lists by term: the number of the word that is its form, and the first two units of that. */
export const WORD_OF = STATE + 0x30;
export const STARTS = STATE + 0x40;
/** A list, for words with several terms: their number, followed by the terms. */
export const SEVERAL = STATE + 0x50;
/** A list: the terms that were read and that the host has not taken yet. */
export const FOUND = STATE + 0x60;
const LISTS_END = STATE + 0x70;

const PAGE_BITS = 16;

/** `bytes` rounded up to a multiple of 16. */
export function aligned(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

/** Empties the state. */
export function clear(): void {
  memory.fill(STATE, 0, LISTS_END - STATE);
  store<usize>(TOP, LISTS_END);
}

/**
 * Releases memory, for `allocateSmall`. `at` and `bytes` are multiples of 16. Only the largest released area is kept.
 */
export function release(at: usize, bytes: usize): void {
  if (bytes <= load<usize>(RELEASED, 4) - load<usize>(RELEASED)) return;
  store<usize>(RELEASED, at);
  store<usize>(RELEASED, at + bytes, 4);
}

/** Like `allocate`, for a few bytes: uses released memory if that is enough. */
export function allocateSmall(bytes: usize): usize {
  const at = load<usize>(RELEASED);
  const end = aligned(at + bytes);
  if (end > load<usize>(RELEASED, 4)) return allocate(bytes);
  store<usize>(RELEASED, end);
  return at;
}

/** The first byte after the state. */
export function top(): usize {
  return load<usize>(TOP);
}

/**
 * Address of `bytes` free bytes, a multiple of 16; they are not cleared. The memory grows by at least a quarter,
 * because the host must renew its views of it each time.
 */
export function allocate(bytes: usize): usize {
  const at = load<usize>(TOP);
  const end = aligned(at + bytes);
  const missing = i32(end >> PAGE_BITS) + 1 - memory.size();
  if (missing > 0 && memory.grow(max(missing, memory.size() >> 2)) < 0) unreachable();
  store<usize>(TOP, end);
  return at;
}
