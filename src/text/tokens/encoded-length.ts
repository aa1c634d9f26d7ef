// In: the bytes of one piece. Out: how many tokens exact byte pair encoding makes of them.
// Must never be worse than linear: every byte position is given up at most once.
import {
  bordersHold,
  findToken,
  HASH_SEED,
  hashByte,
  hashBytes,
  mayBePrefix,
  NO_TOKEN,
  TOKEN_BYTES_MAX,
  tokenLength,
  type Vocabulary,
} from "./vocabulary.ts";

/** Mark of a position that no encoding of the bytes before it ends at. Other marks are token lengths, at most 128. */
const DEAD_END = 255;
/** Pieces up to this many bytes share one scratch array, which covers all but hostile text. */
const SCRATCH_BYTES = 1 << 16;
const scratch = new Uint8Array(SCRATCH_BYTES + 1);

/**
 * Tokens of `bytes[start, end)`.
 * Takes the longest token at each position whose border with the one before holds; where none does, the position is a
 * dead end and the token before it is shortened. An encoding whose neighbouring borders all hold is the one that byte
 * pair encoding gives, so the first one found is exact.
 */
export function encodedLength(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const size = end - start;
  // marks[p]: the length of the token on the path that ends at p, or DEAD_END.
  const marks = size <= SCRATCH_BYTES ? scratch : new Uint8Array(size + 1);
  marks.fill(0, 0, size + 1);
  let count = 0;
  let at = start;
  let previous = NO_TOKEN;
  let token = longestToken(vocabulary, bytes, start, end);
  for (;;) {
    const after = at + tokenLength(vocabulary, token);
    if (marks[after - start] !== DEAD_END && (previous === NO_TOKEN || bordersHold(vocabulary, previous, token))) {
      marks[after - start] = after - at;
      count++;
      if (after === end) return count;
      at = after;
      previous = token;
      token = longestToken(vocabulary, bytes, at, end);
      continue;
    }
    token = vocabulary.shorter[token] ?? NO_TOKEN;
    if (token !== NO_TOKEN) continue;
    token = previous;
    const before = at - (marks[at - start] ?? 0);
    marks[at - start] = DEAD_END;
    at = before;
    count--;
    const previousStart = at - (marks[at - start] ?? 0);
    previous = at === start ? NO_TOKEN : tokenAt(vocabulary, bytes, previousStart, at);
  }
}

function tokenAt(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  return findToken(vocabulary, bytes, start, end, hashBytes(bytes, start, end));
}

const hashes = new Int32Array(TOKEN_BYTES_MAX + 1);

/** The longest token that the bytes from `start` begin with; every single byte is a token. */
function longestToken(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, start + TOKEN_BYTES_MAX);
  let hash = HASH_SEED;
  let at = start;
  while (at < limit) {
    hash = hashByte(hash, bytes[at] ?? 0);
    if (!mayBePrefix(vocabulary, hash)) break;
    at++;
    hashes[at - start] = hash;
  }
  for (; ; at--) {
    const token = findToken(vocabulary, bytes, start, at, hashes[at - start] ?? 0);
    if (token !== NO_TOKEN) return token;
  }
}
