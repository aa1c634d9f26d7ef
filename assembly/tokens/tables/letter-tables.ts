// In: all tokens with their parts, in the order of their ranks. Out: the tables of letter-tokens.ts.
import { BLANK } from "../../bytes/ascii";
import { LETTER_ROWS, LETTER_ROWS_MAX } from "../layout";
import {
  BLANK_ROW,
  BLANK_TOKEN,
  BLOCKS,
  blankRow,
  blankTokenOf,
  blockOf,
  LAST_TAKEN,
  LEADS,
  letterAt,
  placeInRow,
  RIVAL,
  ROW,
  ROW_BYTES,
  recordOf,
  TOKEN,
  tokenOf,
} from "./letter-tokens";
import { NO_MERGE } from "./merge-table";
import { leftPart, tokenEnd, tokenStart } from "./token-record";

/** Bytes of a blank and two letters. */
const SHORT_MAX: usize = 5;

/** Rows in use. */
let rows: u32 = 1 + BLOCKS;

/** Adds a token. False if there are more rows than expected. */
export function addLetterToken(token: u32): bool {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  // Most tokens do not concern letters: they end in ASCII, or are longer and neither start nor end within a letter.
  if (load<u8>(end - 1) < 0x80 || end - start === 1) return true;
  if (end - start > SHORT_MAX && !isLead(end - 1) && !isLast(start)) return true;
  const left = leftPart(token);
  const middle = start + (tokenEnd(left) - tokenStart(left));
  if (isLead(middle)) {
    if (middle === end - 1) putRival(start, middle, token);
    if (middle === start + 1 && isLast(start)) takeLast(start);
  }
  if (isLetter(start, end)) putUnlessTaken(letterAt(start), TOKEN, token);
  if (middle === end - 1 && isBlankLetter(start, end)) putUnlessTaken(letterAt(start + 1), BLANK_TOKEN, token);
  return !isLetter(middle, end) || putInRow(start, middle, token);
}

/** Whether the byte is the first of two. */
function isLead(at: usize): bool {
  return (load<u8>(at) & 0xe0) === 0xc0;
}

/** Whether the byte continues its character. */
function isLast(at: usize): bool {
  return (load<u8>(at) & 0xc0) === 0x80;
}

function isLetter(start: usize, end: usize): bool {
  return end - start === 2 && isLead(start);
}

function isBlankLetter(start: usize, end: usize): bool {
  return load<u8>(start) === BLANK && isLetter(start + 1, end);
}

/** Records that [start, end) merges with a first byte. It ends in a letter, or in the last byte of one. */
function putRival(start: usize, end: usize, token: u32): void {
  if (end - start === 1) {
    for (let lead: u32 = 0; lead < LEADS; lead++) putLowest(recordOf(lead, u32(load<u8>(start))), RIVAL, token);
  } else if (isLead(end - 2)) {
    putLowest(letterAt(end - 2), RIVAL, token);
  }
}

/** Records that the last byte at `at` merges with what follows. */
function takeLast(at: usize): void {
  for (let lead: u32 = 0; lead < LEADS; lead++) store<u32>(recordOf(lead, u32(load<u8>(at))), 1, LAST_TAKEN);
}

/** Tokens come by rank, so the first is the lowest. */
function putLowest(letter: usize, field: usize, token: u32): void {
  if (load<u32>(letter + field) === 0) store<u32>(letter + field, token ^ NO_MERGE);
}

/** Sets a token, unless one of lower rank may take the letter's last byte. */
function putUnlessTaken(letter: usize, field: usize, token: u32): void {
  if (load<u32>(letter, LAST_TAKEN) === 0) store<u32>(letter + field, token ^ NO_MERGE);
}

/** Adds the token of [start, middle) and the letter at `middle`, if they may be neighbours before all merges. */
function putInRow(start: usize, middle: usize, token: u32): bool {
  const letter = letterAt(middle);
  if (tokenOf(letter) === NO_MERGE) return true;
  if (middle === start + 1) {
    if (load<u8>(start) === BLANK) store<u32>(placeInRow(blankRow(letter), letter), token ^ NO_MERGE);
    return true;
  }
  const before = letterAt(middle - 2);
  if (blockOf(before) !== blockOf(letter)) return true;
  let field: usize = 0;
  if (isLetter(start, middle) && tokenOf(before) !== NO_MERGE) field = ROW;
  else if (isBlankLetter(start, middle) && blankTokenOf(before) !== NO_MERGE) field = BLANK_ROW;
  else return true;
  if (load<u32>(before + field) === 0) {
    if (rows === LETTER_ROWS_MAX) return false;
    store<u32>(before + field, u32(ROW_BYTES) * rows++);
  }
  store<u32>(placeInRow(LETTER_ROWS + load<u32>(before + field), letter), token ^ NO_MERGE);
  return true;
}
