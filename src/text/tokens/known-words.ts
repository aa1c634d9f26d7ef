// In: a text and a batch of its pieces. Out: the batch with the ASCII words that follow and are remembered.
// A shortcut past asciiPieceEnd and pieceTokens, which would give the same: of four pieces of prose it takes three, of
// code and JSON two. The bytes are read once, four at a time, and become the key that they are looked up by.
// 21 ns a piece of prose for 26; for new text, of which one piece in fifteen is not remembered, 50 for 70.
import { charClass, PREFIX, UPPER } from "./char-classes.ts";
import type { Utf8 } from "./padded-utf8.ts";
import { BATCH_PIECES, type PieceBatch } from "./piece-batch.ts";
import { memo, memoCount, memoEntry, memoLength } from "./piece-memo.ts";

const APOSTROPHE = 0x27;

/** What a byte may be to a word. The character in front of it, or its capital: the bit that notLower gives it. */
const INITIAL = 0x80;
const CAPITAL = 1;
/** The character in front of it. */
const FRONT = 2;
/** What its lower-case letters end at for certain: ASCII, and no contraction. */
const STOP = 4;
const kinds = new Uint8Array(256);
for (let byte = 0; byte < 0x80; byte++) {
  const kind = charClass(byte);
  const stop = byte === APOSTROPHE ? 0 : STOP;
  kinds[byte] = stop | ((kind & PREFIX) !== 0 ? INITIAL | FRONT : (kind & UPPER) !== 0 ? INITIAL | CAPITAL : 0);
}

/** A word is one character in front or none, one capital or none, then lower-case letters: up to 11 bytes. */
export function addKnownWords({ bytes, view, length }: Utf8, pieces: PieceBatch): void {
  const { ends, sums } = pieces;
  let { end: start, total, size } = pieces;
  while (start < length && size < BATCH_PIECES) {
    let w0 = view.getInt32(start, true);
    let w1 = 0;
    let w2 = 0;
    let wordLength = 0;
    const kind = kinds[w0 & 0xff] ?? 0;
    const capital = (kinds[(w0 >>> 8) & 0xff] ?? 0) & CAPITAL;
    let others = notLower(w0) & ~(kind & INITIAL);
    if ((others & 0x8080) === 0x8000 && (capital & (kind >> 1)) === 1) others ^= 0x8000;
    if (others !== 0) {
      w0 &= bytesBelow(others);
      wordLength = lowestByte(others);
      // After a capital alone may come more of its kind.
      if (wordLength < 2 + capital) break;
    } else {
      w1 = view.getInt32(start + 4, true);
      others = notLower(w1);
      if (others !== 0) {
        w1 &= bytesBelow(others);
        wordLength = 4 + lowestByte(others);
      } else {
        w2 = view.getInt32(start + 8, true);
        others = notLower(w2);
        if (others === 0) break;
        w2 &= bytesBelow(others);
        wordLength = 8 + lowestByte(others);
      }
    }
    if (((kinds[bytes[start + wordLength] ?? 0] ?? 0) & STOP) === 0) break;
    const entry = memoEntry(w0, w1, w2);
    const tail = memo[entry + 3] ?? 0;
    if (memo[entry] !== w0 || memo[entry + 1] !== w1 || memo[entry + 2] !== w2 || memoLength(tail) !== wordLength) {
      break;
    }
    start += wordLength;
    total += memoCount(tail);
    ends[size] = start;
    sums[size] = total;
    size++;
  }
  pieces.size = size;
  pieces.end = start;
  pieces.total = total;
}

/** The top bit of each byte: set unless the byte lies from 0x61, "a", up to 0x7a, "z". */
function notLower(word: number): number {
  const low = word & 0x7f7f7f7f;
  return (~(low + 0x1f1f1f1f) | (low + 0x05050505) | word) & 0x80808080;
}

/** Which byte has the lowest of the top bits that are set. */
function lowestByte(tops: number): number {
  return (31 - Math.clz32(tops & -tops)) >> 3;
}

/** All bits below that byte. */
function bytesBelow(tops: number): number {
  return ((tops & -tops) >>> 7) - 1;
}
