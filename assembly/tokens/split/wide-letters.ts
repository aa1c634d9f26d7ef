// In: a text and the batch of its pieces so far. Out: the batch with further pieces, as long as they are three-byte
// letters without case, as most ideographs and syllables are. It cuts at the same places as pieceEnd, but faster: one
// load a character, and the tokens of a piece of one character from a table that needs no hash.
import { BATCH_PIECES, WIDE_COUNTS } from "../layout";
import { mergedLength } from "../merging/merge-bytes";
import { batchEnd, batchSize, putPiece, setBatch } from "../piece-batch";
import { mayJoin } from "../tables/joints";
import { charClass, WORD } from "./char-classes";

const CHARACTER_BYTES: usize = 3;

export function addWideLetters(): void {
  let size = batchSize;
  let start = batchEnd;
  while (size < BATCH_PIECES) {
    const end = firstCut(start);
    if (end === start) break;
    putPiece(size, end, end - start === CHARACTER_BYTES ? characterTokens(start) : 0);
    start = end;
    size++;
  }
  setBatch(size, start);
}

/** The first place to cut in a run of such letters; `start` if the run ends before there is one. */
function firstCut(start: usize): usize {
  let before = wideCharacter(start);
  if (charClass(before) !== WORD) return start;
  let at = start;
  while (true) {
    at += CHARACTER_BYTES;
    const point = wideCharacter(at);
    if (charClass(point) !== WORD) return start;
    if (!mayJoin(before, point)) return at;
    before = point;
  }
}

/** The three-byte character at `at`; 0 if there is one of another width. */
function wideCharacter(at: usize): u32 {
  const bytes = load<u32>(at);
  if ((bytes & 0xf0) !== 0xe0) return 0;
  return ((bytes & 0x0f) << 12) | ((bytes >> 2) & 0x0fc0) | ((bytes >> 16) & 0x3f);
}

/** Tokens of the character at `start`. WIDE_COUNTS has 0 for a character that has not occurred yet. */
function characterTokens(start: usize): u32 {
  const entry = WIDE_COUNTS + wideCharacter(start);
  const known = u32(load<u8>(entry));
  if (known !== 0) return known;
  const count = mergedLength(start, start + CHARACTER_BYTES);
  store<u8>(entry, u8(count));
  return count;
}
