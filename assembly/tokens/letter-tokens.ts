// In: a letter of two bytes, as words of Greek, Cyrillic, Hebrew and Arabic have. Out: what becomes of its bytes before
// anything else merges, and what it merges into with the next letter. learn-letters.ts fills the tables.
// A letter is sure where its two bytes merge with each other before either merges with what stands beside it. A token
// has a higher rank than its parts, so merges come by rank, and which of them come before the letter's is known from
// the letter and the one in front of it:
// - its last byte may merge with what follows: then it is not sure anywhere;
// - its first byte may merge with what ends in the letter in front. The lowest rank of such a merge is the *hook* of
//   that letter: behind it, letters of lower rank are sure, and others are not. `о` has one, since "о\xd0" is a token.
import { LETTER_RECORDS, LETTER_ROWS } from "./layout";
import { NO_MERGE } from "./merge-table";

// A record has six values of four bytes. Tokens are stored with their bits inverted, so that 0 is NO_MERGE.
const RECORD_BYTES: usize = 32;
export const TOKEN: usize = 0;
export const ROW: usize = 4;
export const HOOK: usize = 8;
/** Of a blank and the letter: that token, if nothing else can become of their bytes, and its row. */
export const BLANK_TOKEN: usize = 12;
export const BLANK_ROW: usize = 16;
/** Whether the last byte may merge with what follows. */
export const LAST_TAKEN: usize = 20;

/** First bytes of two, and the bits that a last byte adds. */
export const LEADS: u32 = 32;
const SEXTET: u32 = 0x3f;

// A row has what a token and each letter of a block merge into, four bytes for each. A block is the 256 letters whose
// first bytes differ in their lowest two bits: a script, or two. Row 0 stays empty; behind it are those of a blank.
export const ROW_BYTES: usize = 1024;
export const BLOCKS: u32 = 8;
export const BLOCK_MASK: u8 = 0xfc;

/** The record of the letter at `at`. */
export function letterAt(at: usize): usize {
  return recordOf(u32(load<u8>(at)), u32(load<u8>(at + 1)));
}

/** The record of the letter of these bytes. */
export function recordOf(first: u32, last: u32): usize {
  return LETTER_RECORDS + RECORD_BYTES * usize(((first & (LEADS - 1)) << 6) | (last & SEXTET));
}

/** The letter's token where it is sure, NO_MERGE if it never is. */
export function tokenOf(letter: usize): u32 {
  return load<u32>(letter, TOKEN) ^ NO_MERGE;
}

/** The letter's hook, NO_MERGE if it has none. */
export function hookOf(letter: usize): u32 {
  return load<u32>(letter, HOOK) ^ NO_MERGE;
}

/** The token of a blank and the letter, if nothing else can become of their bytes; or NO_MERGE. */
export function blankTokenOf(letter: usize): u32 {
  return load<u32>(letter, BLANK_TOKEN) ^ NO_MERGE;
}

/** The row of the letter's token. */
export function rowOf(letter: usize): usize {
  return LETTER_ROWS + load<u32>(letter, ROW);
}

/** The row of a blank and the letter, where they are one token. */
export function blankTokenRow(letter: usize): usize {
  return LETTER_ROWS + load<u32>(letter, BLANK_ROW);
}

/** The row of a blank in front of the letter. */
export function blankRow(letter: usize): usize {
  return LETTER_ROWS + ROW_BYTES * (1 + blockOf(letter));
}

/** The row of the letter's last byte, where that is a part of its own: 0 if it may merge with what follows. */
export function lastByteRow(letter: usize): usize {
  return load<u32>(letter, LAST_TAKEN) !== 0 ? 0 : LETTER_ROWS;
}

/** What the token of that row and a sure letter of its block merge into, or NO_MERGE. */
export function inRow(row: usize, letter: usize): u32 {
  return load<u32>(placeInRow(row, letter)) ^ NO_MERGE;
}

export function placeInRow(row: usize, letter: usize): usize {
  return row + 4 * (numberOf(letter) & 0xff);
}

export function blockOf(letter: usize): usize {
  return numberOf(letter) >> 8;
}

function numberOf(letter: usize): usize {
  return (letter - LETTER_RECORDS) / RECORD_BYTES;
}
