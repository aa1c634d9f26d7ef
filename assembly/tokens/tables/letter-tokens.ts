// In: a two-byte letter, as in Greek, Cyrillic, Hebrew and Arabic words. Out: how its bytes merge before all other
// merges, and what it merges into with the next letter. letter-tables.ts fills the tables.
//
// A letter is *atomic* if its two bytes merge with each other before either merges with a neighbour. A token has a
// higher rank than its parts, so merges happen in the order of ranks. Only two kinds of merges can come before the
// letter's own:
// - Its last byte may merge with what follows. Then the letter is never atomic.
// - Its first byte may merge with the end of the previous letter. The lowest rank of such a merge is the *rival* of
//   that previous letter: after it, letters of lower rank are atomic, and others are not. `о` has one, because "о\xd0"
//   is a token.
import { LETTER_RECORDS, LETTER_ROWS } from "../layout";
import { NO_MERGE } from "./merge-table";

// A record has six values of four bytes. Tokens are stored with their bits inverted, so that 0 is NO_MERGE.
const RECORD_BYTES: usize = 32;
export const TOKEN: usize = 0;
export const ROW: usize = 4;
export const RIVAL: usize = 8;
/** Of a blank and the letter: their token, if their bytes cannot merge in any other way, and its row. */
export const BLANK_TOKEN: usize = 12;
export const BLANK_ROW: usize = 16;
/** Whether the last byte may merge with what follows. */
export const LAST_TAKEN: usize = 20;

/** First bytes of two, and the bits that a last byte adds. */
export const LEADS: u32 = 32;
const SEXTET: u32 = 0x3f;

// A row has the merges of a token with each letter of a block, four bytes for each. A block is the 256 letters whose
// first bytes differ only in their lowest two bits: one script, or two. Row 0 stays empty. The rows of a blank follow
// it.
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

/** The letter's token if it may be atomic, NO_MERGE if it never is. */
export function tokenOf(letter: usize): u32 {
  return load<u32>(letter, TOKEN) ^ NO_MERGE;
}

/** The letter's rival, NO_MERGE if it has none. */
export function rivalOf(letter: usize): u32 {
  return load<u32>(letter, RIVAL) ^ NO_MERGE;
}

/** The token of a blank and the letter, or NO_MERGE if their bytes may merge in another way. */
export function blankTokenOf(letter: usize): u32 {
  return load<u32>(letter, BLANK_TOKEN) ^ NO_MERGE;
}

/** The row of the letter's token. */
export function rowOf(letter: usize): usize {
  return LETTER_ROWS + load<u32>(letter, ROW);
}

/** The row of a blank and the letter, if they are one token. */
export function blankTokenRow(letter: usize): usize {
  return LETTER_ROWS + load<u32>(letter, BLANK_ROW);
}

/** The row of a blank before the letter. */
export function blankRow(letter: usize): usize {
  return LETTER_ROWS + ROW_BYTES * (1 + blockOf(letter));
}

/** The row of the letter's last byte if that is a part of its own; 0 if it may merge with what follows. */
export function lastByteRow(letter: usize): usize {
  return load<u32>(letter, LAST_TAKEN) !== 0 ? 0 : LETTER_ROWS;
}

/** The merge of the token of that row with an atomic letter of its block, or NO_MERGE. */
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
