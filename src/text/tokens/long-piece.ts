// In: the bytes of a long piece, as only generated or hostile text has. Out: its tokens, exactly, in linear time.
// Takes the longest token at each position that byte pair encoding would leave beside the one before; where none fits,
// the position is a dead end and the token before it is shortened. Each position is given up at most once.
// Source: "So many tokens, so little time" (GitHub engineering, 2024) and the Rust crate `bpe` it describes.
import { jointOf } from "./merged-length.ts";
import { findToken, NO_TOKEN, TOKEN_BYTES_MAX, type Vocabulary } from "./vocabulary.ts";

/** Mark of a position that no encoding of the bytes before it ends at. Other marks are token lengths, at most 128. */
const DEAD_END = 255;
/** Long pieces up to this many bytes share one array of marks. */
const SHARED_MARKS = 1 << 16;
const sharedMarks = new Uint8Array(SHARED_MARKS + 1);

/** What is known of tokens, found out when first asked for; each number is an id + 1, 0 for not asked yet. */
interface Parts {
  /** The two tokens whose merge gives the token. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** One bit for the hash of each prefix of each token. */
  readonly prefixes: Int32Array;
}

/** 421,660 prefixes in 2^22 bits: one false alarm in ten. */
const PREFIX_BITS = 22;

let known: Parts | undefined;

function partsOf(v: Vocabulary): Parts {
  if (known !== undefined) return known;
  const { pool, starts, size } = v.ranks;
  const prefixes = new Int32Array(1 << (PREFIX_BITS - 5));
  for (let id = 0; id < size; id++) {
    const end = starts[id + 1] ?? 0;
    let hash = 0;
    for (let at = starts[id] ?? 0; at < end; at++) {
      hash = extendHash(hash, pool[at] ?? 0);
      const bit = hash >>> (32 - PREFIX_BITS);
      prefixes[bit >>> 5] = (prefixes[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  known = { left: new Int32Array(size), right: new Int32Array(size), prefixes };
  return known;
}

function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash ^ byte ^ (hash >>> 15), 0x9e3779b1) + 0x7f4a7c15) | 0;
}

/** Tokens of the bytes [start, end). */
export function longPieceTokens(v: Vocabulary, view: DataView, start: number, end: number): number {
  const parts = partsOf(v);
  const size = end - start;
  const marks = size <= SHARED_MARKS ? sharedMarks : new Uint8Array(size + 1);
  // marks[p]: length of the token on the path that ends at p, or DEAD_END.
  marks.fill(0, 0, size + 1);
  let count = 0;
  let at = start;
  let previous = NO_TOKEN;
  let token = longestToken(v, parts, view, at, Math.min(end, at + TOKEN_BYTES_MAX));
  for (;;) {
    const next = at + lengthOf(v, token);
    if (marks[next - start] !== DEAD_END && (at === start || borderHolds(v, parts, view, at, previous, token))) {
      marks[next - start] = next - at;
      count++;
      if (next === end) return count;
      at = next;
      previous = token;
      token = longestToken(v, parts, view, at, Math.min(end, at + TOKEN_BYTES_MAX));
    } else if (next - at > 1) {
      token = longestToken(v, parts, view, at, next - 1);
    } else {
      // Nothing fits behind this position: shorten the token that ends here.
      token = previous;
      const before = at - (marks[at - start] ?? 0);
      marks[at - start] = DEAD_END;
      count--;
      at = before;
      if (at > start) previous = findToken(v, view, at - (marks[at - start] ?? 0), at);
    }
  }
}

function lengthOf(v: Vocabulary, token: number): number {
  return (v.ranks.starts[token + 1] ?? 0) - (v.ranks.starts[token] ?? 0);
}

/** The longest token that starts at `start` and ends at or before `limit`; every single byte is a token. */
function longestToken(v: Vocabulary, parts: Parts, view: DataView, start: number, limit: number): number {
  const { prefixes } = parts;
  let hash = 0;
  let at = start;
  while (at < limit) {
    hash = extendHash(hash, view.getUint8(at));
    const bit = hash >>> (32 - PREFIX_BITS);
    if ((((prefixes[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) break;
    at++;
  }
  for (; ; at--) {
    const token = findToken(v, view, start, at);
    if (token !== NO_TOKEN) return token;
  }
}

/**
 * Whether byte pair encoding leaves the border between two neighbouring tokens standing. Undoes the merges next to the
 * border from the latest to the earliest; the border falls if what stands on both sides merges earlier than what was
 * undone last.
 */
function borderHolds(
  v: Vocabulary,
  parts: Parts,
  view: DataView,
  border: number,
  left: number,
  right: number,
): boolean {
  let before = left;
  let after = right;
  let limit = v.ranks.size;
  for (;;) {
    const from = border - lengthOf(v, before);
    const to = border + lengthOf(v, after);
    const merged = findToken(v, view, from, to);
    if (merged !== NO_TOKEN && merged < limit) return false;
    // Single bytes hold the lowest ranks: when the later of the two is one, both are, and nothing is left to undo.
    // Of two equal neighbours the right one is undone first, because byte pair encoding merges from the left.
    if (before > after) {
      if (border - from === 1) return true;
      limit = before;
      before = rightPart(v, parts, view, before, from, border);
    } else {
      if (to - border === 1) return true;
      limit = after + 1;
      after = leftPart(v, parts, view, after, border, to);
    }
  }
}

function leftPart(v: Vocabulary, { left }: Parts, view: DataView, token: number, start: number, end: number): number {
  const found = left[token] ?? 0;
  if (found !== 0) return found - 1;
  const part = findToken(v, view, start, jointOf(v, view, start, end));
  left[token] = part + 1;
  return part;
}

function rightPart(v: Vocabulary, { right }: Parts, view: DataView, token: number, start: number, end: number): number {
  const found = right[token] ?? 0;
  if (found !== 0) return found - 1;
  const part = findToken(v, view, jointOf(v, view, start, end), end);
  right[token] = part + 1;
  return part;
}
