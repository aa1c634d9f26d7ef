// In: the bytes of a piece. Out: how many tokens byte pair encoding makes of them, in linear time whatever they are.
// Takes the longest token at each position that byte pair encoding would leave beside the one before; where none fits,
// the position is a dead end and the token before it is shortened. Each position is given up at most once.
// Source: "So many tokens, so little time" (GitHub engineering, 2024) and the Rust crate `bpe` it describes.
import { borderHolds } from "./border.ts";
import type { Encoding } from "./encoding.ts";
import { findToken, NO_TOKEN, TOKEN_BYTES_MAX, type TokenTable } from "./token-table.ts";

/** Mark of a position that no encoding of the bytes before it ends at. Other marks are token lengths, at most 128. */
const DEAD_END = 255;

/** Tokens of the bytes [start, end). */
export function backtrackedLength({ tokens, merges }: Encoding, view: DataView, start: number, end: number): number {
  // marks[p]: length of the token on the path that ends at p, or DEAD_END.
  const marks = new Uint8Array(end - start + 1);
  let count = 0;
  let at = start;
  let previous = NO_TOKEN;
  let token = longestToken(tokens, view, at, end);
  for (;;) {
    const length = lengthOf(tokens, token);
    const next = at + length;
    if (marks[next - start] !== DEAD_END && (at === start || borderHolds(merges, previous, token))) {
      marks[next - start] = length;
      count++;
      if (next === end) return count;
      at = next;
      previous = token;
      token = longestToken(tokens, view, at, end);
    } else if (length > 1) {
      token = shorterToken(tokens, view, at, token, length);
    } else {
      // Nothing fits behind this position: shorten the token that ends here.
      token = previous;
      marks[at - start] = DEAD_END;
      at -= lengthOf(tokens, token);
      count--;
      if (at > start) previous = findToken(tokens, view, at - (marks[at - start] ?? 0), at);
    }
  }
}

function lengthOf({ ranks: { starts } }: TokenTable, token: number): number {
  return (starts[token + 1] ?? 0) - (starts[token] ?? 0);
}

interface Prefixes {
  /** One bit for the hash of each prefix of each token: 421,660 in 2^22 bits, one false alarm in ten. */
  readonly bits: Int32Array;
  /** By token, the longest token that is a proper prefix of it, plus one; 0 until asked for. */
  readonly shorter: Int32Array;
}

const PREFIX_BITS = 22;
/** Built when first needed, which in most processes is never. */
let built: Prefixes | undefined;

function prefixesOf({ ranks: { pool, starts, size } }: TokenTable): Prefixes {
  if (built !== undefined) return built;
  const bits = new Int32Array(1 << (PREFIX_BITS - 5));
  for (let token = 0; token < size; token++) {
    const end = starts[token + 1] ?? 0;
    let hash = 0;
    for (let at = starts[token] ?? 0; at < end; at++) {
      hash = extendHash(hash, pool[at] ?? 0);
      const bit = hash >>> (32 - PREFIX_BITS);
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  built = { bits, shorter: new Int32Array(size) };
  return built;
}

function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash ^ byte ^ (hash >>> 15), 0x9e3779b1) + 0x7f4a7c15) | 0;
}

/** The longest token that starts at `start` and ends at or before `end`; every single byte is a token. */
function longestToken(tokens: TokenTable, view: DataView, start: number, end: number): number {
  const { bits } = prefixesOf(tokens);
  const limit = Math.min(end, start + TOKEN_BYTES_MAX);
  let hash = 0;
  let at = start;
  while (at < limit) {
    hash = extendHash(hash, view.getUint8(at));
    const bit = hash >>> (32 - PREFIX_BITS);
    if ((((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) break;
    at++;
  }
  for (; ; at--) {
    const token = findToken(tokens, view, start, at);
    if (token !== NO_TOKEN) return token;
  }
}

function shorterToken(tokens: TokenTable, view: DataView, start: number, token: number, length: number): number {
  const { shorter } = prefixesOf(tokens);
  const known = shorter[token] ?? 0;
  if (known !== 0) return known - 1;
  const found = longestToken(tokens, view, start, start + length - 1);
  shorter[token] = found + 1;
  return found;
}
