// In: a text and a batch of its pieces. Out: the batch with the ASCII words that follow, their counts as remembered.
// A shortcut past asciiPieceEnd and putAnyPiece, which would give the same: of four pieces of prose it takes three, of
// code and JSON two. Sixteen bytes are read at once and become the key that they are looked up by: no loop, and no
// branch but those that end the shortcut, not even on whether a word is remembered.

import { smallLetters } from "../vectors/ascii";
import { hashOfVector } from "../vectors/key";
import { asciiClass, LOWER, PREFIX, UPPER } from "./char-classes";
import { BATCH_PIECES, END_MARK, WORD_KINDS } from "./layout";
import { newPieces, putNewPiece, setNewPieces } from "./new-pieces";
import { batchEnd, batchSize, putPiece, setBatch } from "./piece-batch";
import { memoEntry, rememberedTokens } from "./piece-memo";
import { KEY_TEXT_MAX, keyOf } from "./short-key";

const APOSTROPHE: u32 = 0x27;

/** What a byte may be to a word: its capital. */
const CAPITAL: u32 = 1;
/** The character in front of it. */
const FRONT: u32 = 2;
/** One of the two. */
const INITIAL: u32 = 4;
/** What its lower-case letters end at for certain: ASCII, and no contraction; or the end of the text. */
const STOP: u32 = 8;

export function learnWordKinds(): void {
  for (let byte: u32 = 0; byte < 0x80; byte++) {
    const bits = asciiClass(byte);
    const initial = (bits & PREFIX) !== 0 ? INITIAL | FRONT : bits === UPPER ? INITIAL | CAPITAL : 0;
    const stop = byte === APOSTROPHE || bits === LOWER ? 0 : STOP;
    store<u8>(WORD_KINDS + byte, u8(initial | stop));
  }
  store<u8>(WORD_KINDS + u32(END_MARK), u8(STOP));
}

function kindOf(at: usize): u32 {
  return u32(load<u8>(WORD_KINDS + u32(load<u8>(at))));
}

/** A word is one character in front or none, one capital or none, then lower-case letters: up to 15 bytes. */
export function addKnownWords(): void {
  let size = batchSize;
  let start = batchEnd;
  let aside = newPieces;
  while (size < BATCH_PIECES) {
    const kind = kindOf(start);
    const next = kindOf(start + 1);
    // A bit for each byte that is no part of the word.
    let others = ~i8x16.bitmask(smallLetters(v128.load(start))) | (1 << KEY_TEXT_MAX);
    others &= ~i32((kind & INITIAL) / INITIAL);
    others &= ~i32((((kind & FRONT) / FRONT) & next & CAPITAL) << 1);
    const length = usize(ctz(others));
    // After a capital alone may come more of its kind.
    if (length < 2 + usize(next & CAPITAL) || (kindOf(start + length) & STOP) === 0) break;
    const key = keyOf(start, length);
    const count = rememberedTokens(memoEntry(hashOfVector(key)), key);
    putNewPiece(aside, size, key);
    aside += u32(count === 0);
    start += length;
    putPiece(size, start, count);
    size++;
  }
  setNewPieces(aside);
  setBatch(size, start);
}
