// In: the bytes of a long piece, as only generated or hostile text has. Out: its tokens, exactly, in linear time.
// Takes the longest token at each position that byte pair encoding would leave beside the one before; where none fits,
// the position is a dead end and the token before it is shortened. Each position is given up at most once.
// Source: "So many tokens, so little time" (GitHub engineering, 2024) and the Rust crate `bpe` it describes.
import type { Encoding } from "./encoding.ts";
import { following, mergedLength, tokens } from "./merge-bytes.ts";
import { type MergeTable, mergedToken } from "./merge-table.ts";
import type { RankBytes } from "./rank-bytes.ts";
import { findToken, NO_TOKEN, TOKEN_BYTES_MAX, type TokenTable } from "./token-table.ts";

/** Mark of a position that no encoding of the bytes before it ends at. Other marks are token lengths, at most 128. */
const DEAD_END = 255;
/** Long pieces up to this many bytes share one array of marks. */
const SHARED_MARKS = 1 << 16;
const sharedMarks = new Uint8Array(SHARED_MARKS + 1);

/** Bytes that are merged at once, and how many of them at the end are left to the next turn, which sees what follows. */
const WINDOW = 48;
const MARGIN = 16;
/** Where a token of this length is at hand, taking it costs less than merging its bytes. */
const LONG_TOKEN = 8;

/** An encoding of the bytes from `start` to `at`: each token fits beside the one before. */
interface Path {
  readonly start: number;
  at: number;
  /** The token that ends at `at`. */
  last: number;
  count: number;
  /** By offset from `start`: the length of the path's token that ends there, or DEAD_END. */
  readonly marks: Uint8Array;
}

function emptyPath(start: number, end: number): Path {
  const size = end - start;
  const marks = size <= SHARED_MARKS ? sharedMarks : new Uint8Array(size + 1);
  marks.fill(0, 0, size + 1);
  return { start, at: start, last: NO_TOKEN, count: 0, marks };
}

/** Tokens of the bytes [start, end). */
export function longPieceTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  const path = emptyPath(start, end);
  for (let slowUntil = start; path.at < end; ) {
    const longest = longestToken(encoding.tokens, view, path.at, Math.min(end, path.at + TOKEN_BYTES_MAX));
    if (path.at >= slowUntil && lengthOf(encoding.tokens, longest) < LONG_TOKEN) {
      if (extendByMerging(encoding.merges, view, path, end)) continue;
      // Not again before the next stretch, so that failing over and over costs no more than succeeding.
      slowUntil = path.at + WINDOW;
    }
    extendByOne(encoding, view, path, end, longest);
  }
  return path.count;
}

/** Merges the next stretch on its own and takes over what is far from its end, if its first token fits the path. */
function extendByMerging(merges: MergeTable, view: DataView, path: Path, end: number): boolean {
  const { at, start, marks } = path;
  const size = Math.min(WINDOW, end - at);
  mergedLength(merges, view, at, at + size);
  if (at > start && !borderHolds(merges, path.last, tokens[0] ?? 0)) return false;
  const kept = at + size === end ? size : size - MARGIN;
  for (let position = 0; position < size; ) {
    const next = following[position] ?? 0;
    if (next > kept || marks[at + next - start] === DEAD_END) break;
    append(path, tokens[position] ?? 0, next - position);
    position = next;
  }
  return path.at > at;
}

/** Adds the longest token that fits; where none does, goes back until one does. */
function extendByOne(
  { tokens: table, merges }: Encoding,
  view: DataView,
  path: Path,
  end: number,
  longest: number,
): void {
  let token = longest;
  for (;;) {
    const length = lengthOf(table, token);
    const isDead = path.marks[path.at + length - path.start] === DEAD_END;
    if (!isDead && (path.at === path.start || borderHolds(merges, path.last, token))) {
      append(path, token, length);
      return;
    }
    if (length > 1) {
      token = shorterToken(table, view, path.at, token, length);
    } else {
      removeLast(table, view, path);
      token = longestToken(table, view, path.at, Math.min(end, path.at + TOKEN_BYTES_MAX));
    }
  }
}

function append(path: Path, token: number, length: number): void {
  path.at += length;
  path.marks[path.at - path.start] = length;
  path.last = token;
  path.count++;
}

/** Gives up the position that the path ends at. */
function removeLast(tokens: TokenTable, view: DataView, path: Path): void {
  const { start, marks } = path;
  const length = marks[path.at - start] ?? 0;
  marks[path.at - start] = DEAD_END;
  path.at -= length;
  path.count--;
  path.last = path.at === start ? NO_TOKEN : findToken(tokens, view, path.at - (marks[path.at - start] ?? 0), path.at);
}

function lengthOf({ ranks: { starts } }: TokenTable, token: number): number {
  return (starts[token + 1] ?? 0) - (starts[token] ?? 0);
}

/**
 * Whether byte pair encoding leaves the border between two neighbouring tokens standing. Undoes the merges next to the
 * border from the latest to the earliest; the border falls if what stands on both sides merges earlier than what was
 * undone last.
 */
function borderHolds(merges: MergeTable, leftToken: number, rightToken: number): boolean {
  const { left, right } = merges;
  let before = leftToken;
  let after = rightToken;
  let limit = left.length;
  for (;;) {
    if (mergedToken(merges, before, after) < limit) return false;
    // Single bytes hold the lowest ranks: when the later of the two is one, both are, and nothing is left to undo.
    // Of two equal neighbours the right one is undone first, because byte pair encoding merges from the left.
    if (before > after) {
      const inner = right[before] ?? 0;
      if (inner === before) return true;
      limit = before;
      before = inner;
    } else {
      const inner = left[after] ?? 0;
      if (inner === after) return true;
      limit = after + 1;
      after = inner;
    }
  }
}

/** 421,660 prefixes of tokens in 2^22 bits: one false alarm in ten. */
const PREFIX_BITS = 22;
let knownPrefixes: Int32Array | undefined;

/** One bit for the hash of each prefix of each token: half a megabyte that most processes never need. */
function prefixesOf({ pool, starts, size }: RankBytes): Int32Array {
  if (knownPrefixes !== undefined) return knownPrefixes;
  const prefixes = new Int32Array(1 << (PREFIX_BITS - 5));
  for (let token = 0; token < size; token++) {
    const end = starts[token + 1] ?? 0;
    let hash = 0;
    for (let at = starts[token] ?? 0; at < end; at++) {
      hash = extendHash(hash, pool[at] ?? 0);
      const bit = hash >>> (32 - PREFIX_BITS);
      prefixes[bit >>> 5] = (prefixes[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  knownPrefixes = prefixes;
  return prefixes;
}

function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash ^ byte ^ (hash >>> 15), 0x9e3779b1) + 0x7f4a7c15) | 0;
}

/** The longest token that starts at `start` and ends at or before `limit`; every single byte is a token. */
function longestToken(tokens: TokenTable, view: DataView, start: number, limit: number): number {
  const prefixes = prefixesOf(tokens.ranks);
  let hash = 0;
  let at = start;
  while (at < limit) {
    hash = extendHash(hash, view.getUint8(at));
    const bit = hash >>> (32 - PREFIX_BITS);
    if ((((prefixes[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) break;
    at++;
  }
  for (; ; at--) {
    const token = findToken(tokens, view, start, at);
    if (token !== NO_TOKEN) return token;
  }
}

/** By token, the longest token that is a proper prefix of it, plus one; 0 until asked for. */
let shorter: Int32Array | undefined;

function shorterToken(tokens: TokenTable, view: DataView, start: number, token: number, length: number): number {
  shorter ??= new Int32Array(tokens.ranks.size);
  const known = shorter[token] ?? 0;
  if (known !== 0) return known - 1;
  const found = longestToken(tokens, view, start, start + length - 1);
  shorter[token] = found + 1;
  return found;
}
