// In: a text and a batch of its pieces. Out: the batch with those that follow and are letters without case of three
// bytes each, as most ideographs and syllables are. A shortcut past pieceEnd, which would cut at the same places: one
// load a character, and the count of a single one from a table without hashing. 8.7 ns a byte of Japanese, for 9.5.
import { charClass, WORD } from "./char-classes.ts";
import type { Encoding } from "./encoding.ts";
import { type Joints, mayJoin } from "./joints.ts";
import type { Utf8 } from "./padded-utf8.ts";
import { BATCH_PIECES, type PieceBatch } from "./piece-batch.ts";
import { pieceTokens } from "./piece-memo.ts";

const CHARACTER_BYTES = 3;

/** Counts of single characters, which is what most ideographs are cut into; 0 for not met yet. */
const counts = new Uint8Array(1 << 16);

export function addWideLetters(encoding: Encoding, text: Utf8, pieces: PieceBatch): void {
  const { view, length } = text;
  const { ends, sums } = pieces;
  let { end: start, total, size } = pieces;
  while (start < length && size < BATCH_PIECES) {
    const end = firstCut(encoding.joints, view, start);
    if (end === start) break;
    total +=
      end - start === CHARACTER_BYTES
        ? characterTokens(encoding, view, start)
        : pieceTokens(encoding, view, start, end);
    start = end;
    ends[size] = start;
    sums[size] = total;
    size++;
  }
  pieces.size = size;
  pieces.end = start;
  pieces.total = total;
}

/** The first place to cut in a run of such letters; `start` if something else comes before one. */
function firstCut(joints: Joints, view: DataView, start: number): number {
  let before = wideCharacter(view, start);
  if (charClass(before) !== WORD) return start;
  for (let at = start + CHARACTER_BYTES; ; at += CHARACTER_BYTES) {
    const point = wideCharacter(view, at);
    if (charClass(point) !== WORD) return start;
    if (!mayJoin(joints, before, point)) return at;
    before = point;
  }
}

/** The character of three bytes at `at`, 0 where one of another width stands. */
function wideCharacter(view: DataView, at: number): number {
  const bytes = view.getUint32(at);
  if (bytes >>> 28 !== 0xe) return 0;
  return ((bytes >>> 12) & 0xf000) | ((bytes >>> 10) & 0x0fc0) | ((bytes >>> 8) & 0x3f);
}

function characterTokens(encoding: Encoding, view: DataView, start: number): number {
  const point = wideCharacter(view, start);
  const known = counts[point] ?? 0;
  if (known !== 0) return known;
  const count = pieceTokens(encoding, view, start, start + CHARACTER_BYTES);
  counts[point] = count;
  return count;
}
