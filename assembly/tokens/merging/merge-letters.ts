// In: a piece of two-byte letters, with or without a blank before it. Out: the state from which merge-group.ts
// continues, with all atomic letters (letter-tokens.ts) merged: half as many rounds, in states of half the size.
import { BLANK } from "../../bytes/ascii";
import { everywhere } from "../../bytes/everywhere";
import { BYTE_PAIRS, BYTE_TOKENS } from "../layout";
import {
  BLOCK_MASK,
  blankRow,
  blankTokenOf,
  blankTokenRow,
  inRow,
  lastByteRow,
  letterAt,
  rivalOf,
  rowOf,
  tokenOf,
} from "../tables/letter-tokens";
import { mergedToken, NO_MERGE } from "../tables/merge-table";
import { leadWidth } from "../utf8-char";
import { endState, OUTSIDE, positionOf, positions, putPart, setCandidate, startState } from "./merge-state";

/** A bit for each first byte of letters. */
const FIRST_BYTES: u64 = 0x5555555555555555;

/** Fills a state with such a piece. False for any other piece, and if the state has no room for its parts. */
export function fillLetters(state: usize, start: usize, size: u32, number: u32): bool {
  if (!isOfLetters(start, size)) return false;
  startState(state, number);
  const end = start + size;
  let at = start;
  // Data of the previous part: its place, its token, its merge with an atomic letter (0: must be looked up), and its
  // rival.
  let position = OUTSIDE;
  let token = NO_MERGE;
  let row: usize = 0;
  let rival = NO_MERGE;
  let parts: u32 = 0;
  if (load<u8>(at) === BLANK) {
    const letter = letterAt(++at);
    token = blankTokenOf(letter);
    if (token !== NO_MERGE) {
      row = blankTokenRow(letter);
      rival = rivalOf(letter);
      at += 2;
    } else {
      token = load<u32>(BYTE_TOKENS + 4 * u32(BLANK));
      row = blankRow(letter);
      rival = load<u32>(BYTE_PAIRS + 4 * u32(load<u16>(start)));
    }
    position = positionOf(parts++);
    putPart(state, position, token);
  }
  for (; at < end; at += 2) {
    if (parts + 2 >= positions) return false;
    const letter = letterAt(at);
    const own = tokenOf(letter);
    if (own < rival) {
      setCandidate(state, position, row !== 0 ? inRow(row, letter) : mergedToken(token, own));
      token = own;
      row = rowOf(letter);
    } else {
      const pair = u32(load<u16>(at));
      const first = load<u32>(BYTE_TOKENS + 4 * (pair & 0xff));
      setCandidate(state, position, mergedToken(token, first));
      position = positionOf(parts++);
      putPart(state, position, first);
      setCandidate(state, position, load<u32>(BYTE_PAIRS + 4 * pair));
      token = load<u32>(BYTE_TOKENS + 4 * (pair >> 8));
      row = lastByteRow(letter);
    }
    rival = rivalOf(letter);
    position = positionOf(parts++);
    putPart(state, position, token);
  }
  endState(state, position, parts);
  return true;
}

/** Whether the piece is two-byte letters of one block, after a blank or not. */
function isOfLetters(start: usize, size: u32): bool {
  const blank = u32(load<u8>(start) === BLANK);
  const first = load<u8>(start + blank);
  if (leadWidth(first) !== 2 || size > 2 * positions) return false;
  const letters = (u64(1) << (size - blank)) - 1;
  return (firstBytes(start + blank, first & BLOCK_MASK) & letters) === (FIRST_BYTES & letters);
}

/** A bit for each of 64 bytes that is a first byte of that block. */
function firstBytes(at: usize, block: u8): u64 {
  const mask = everywhere(BLOCK_MASK);
  const wanted = everywhere(block);
  let firsts: u64 = 0;
  for (let from: usize = 0; from < 64; from += 16) {
    const bits = i8x16.bitmask(i8x16.eq(v128.and(v128.load(at + from), mask), wanted));
    firsts |= u64(u32(bits)) << from;
  }
  return firsts;
}
