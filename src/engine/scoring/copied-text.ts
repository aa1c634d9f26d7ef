// Finds text without new information: turns that the task repeats word for word, and results that repeat what the agent
// wrote into its own calls earlier (a file that it created and reads back, a statement that an error quotes). In: the
// prompt and the records. Out: a flag or a share for each record. Reads each term and the prompt once, because
// searching the prompt for each turn separately took 13 s for a 2.3 MB prompt and 26,000 turns.
import {
  FNV_PRIME,
  float64s,
  freeArray,
  GOLDEN,
  type IntList,
  int32s,
  intList,
  MURMUR_FIRST,
  MURMUR_SECOND,
  push,
  uint8s,
} from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../index/corpus.ts";
import type { SegmentedRecord } from "../model.ts";
import { isResult } from "../record-kinds.ts";

/** A run of this many terms that also occurs in a call was copied; it is not a chance match. */
const RUN_TERMS = 3;

/** Initial capacity: more terms than most calls and results have. */
const TERMS_EXPECTED = 256;

/** Runs of terms are remembered by a hash of this many bits, one flag for each value. */
const HASH_BITS = 18;

/** A shorter result is an answer, even if it repeats a call. Terms. */
const RESULT_TERMS_MIN = 12;

export function copiedShares({ corpus, records }: Analysed): Float64Array {
  const shares = float64s(records.length);
  const written = uint8s(1 << (HASH_BITS - 3));
  const own = intList(TERMS_EXPECTED);
  let unit = 0;
  for (const [index, record] of records.entries()) {
    const next = unit + record.units.length;
    if (record.kind === "tool_call") {
      readOwnTerms(corpus, unit, next, own);
      rememberRuns(written, own);
    } else if (isResult(record)) {
      readOwnTerms(corpus, unit, next, own);
      if (own.size >= RESULT_TERMS_MIN) shares[index] = countRememberedRuns(written, own) / own.size;
    }
    unit = next;
  }
  freeArray(own.items);
  return shares;
}

/** Puts the terms of units `[from, to)` into the list, without the terms of their contexts. */
function readOwnTerms({ terms, unitFrom, ownTo }: Corpus, from: number, to: number, into: IntList): void {
  into.size = 0;
  for (let unit = from; unit < to; unit += 1) {
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) push(into, terms[at] ?? 0);
  }
}

/** Remembers each run of terms. */
function rememberRuns(written: Uint8Array, { items, size }: IntList): void {
  for (let last = RUN_TERMS - 1; last < size; last += 1) {
    const hash = hashOfRun(items, last);
    written[hash >>> 3] = (written[hash >>> 3] ?? 0) | (1 << (hash & 7));
  }
}

/** Counts the runs of terms that are remembered. */
function countRememberedRuns(written: Uint8Array, { items, size }: IntList): number {
  let remembered = 0;
  for (let last = RUN_TERMS - 1; last < size; last += 1) {
    const hash = hashOfRun(items, last);
    remembered += ((written[hash >>> 3] ?? 0) >>> (hash & 7)) & 1;
  }
  return remembered;
}

/** Hash of the run that ends with the term at `last`. */
function hashOfRun(terms: Int32Array, last: number): number {
  const before = Math.imul(Math.imul(terms[last - 2] ?? 0, GOLDEN) ^ (terms[last - 1] ?? 0), MURMUR_FIRST);
  const mixed = Math.imul(before ^ (terms[last] ?? 0), MURMUR_SECOND);
  return mixed >>> (32 - HASH_BITS);
}

/** A shorter repetition is a coincidence. Turns are also looked up by an opening of this length. UTF-16 units. */
const OPENING_LENGTH = 30;

/**
 * Limits the code units compared after equal openings, over all turns: a fixed number (half a millisecond) plus a
 * number for each unit of the prompt and the turns. Ordinary turns share no opening and only need their own length.
 * Without a limit, turns of one repeated letter would cost their number times the prompt's length.
 */
const COMPARED_BASE = 1 << 18;
const COMPARED_PER_UNIT = 16;

/** Positions of the prompt between two checkpoints: a millisecond, unless turns are compared there. */
const PLACES_PER_CHECKPOINT = 1 << 16;

/** Flags each dialogue turn whose whole text occurs in the prompt. */
export function repeatedTurns(
  prompt: string,
  records: readonly SegmentedRecord[],
  checkpoint: Checkpoint = unchecked,
): Uint8Array {
  const repeated = uint8s(records.length);
  const texts = records.map((record) => turnOf(record, prompt.length));
  const openings = openingsOf(texts);
  if (openings === null) return repeated;
  const { first, next, shift } = openings;
  const units = texts.reduce((sum, text) => sum + text.length, prompt.length);
  let left = COMPARED_BASE + COMPARED_PER_UNIT * units;
  let hash = hashOf(prompt);
  for (let at = 0; at + OPENING_LENGTH <= prompt.length && left > 0; at += 1) {
    if (at % PLACES_PER_CHECKPOINT === 0) checkpoint();
    if (at > 0) hash = moved(hash, prompt.charCodeAt(at - 1), prompt.charCodeAt(at + OPENING_LENGTH - 1));
    for (let place = first[bucketOf(hash, shift)] ?? 0; place > 0 && left > 0; place = next[place] ?? 0) {
      const turn = place - 1;
      left -= 1;
      if (repeated[turn] === 1) continue;
      const text = texts[turn] ?? "";
      const equal = equalUnits(prompt, at, text, left);
      left -= equal;
      if (equal === text.length) repeated[turn] = 1;
    }
  }
  return repeated;
}

/** The text of a turn; "" if the record is not a turn, or if the prompt cannot repeat it. */
function turnOf({ source, kind }: SegmentedRecord, lengthMax: number): string {
  if (kind !== "user_input" && kind !== "llm_response") return "";
  const text = source.text.trim();
  return text.length >= OPENING_LENGTH && text.length <= lengthMax ? text : "";
}

/** Turns by their openings. Places count from 1; 0 means none. */
interface Openings {
  /** The last turn of each bucket. */
  readonly first: Int32Array;
  /** For each turn, the previous turn in its bucket. */
  readonly next: Int32Array;
  /** The number of hash bits that the bucket number leaves out. */
  readonly shift: number;
}

function openingsOf(texts: readonly string[]): Openings | null {
  let turns = 0;
  for (const text of texts) if (text !== "") turns += 1;
  if (turns === 0) return null;
  // Two to four times as many buckets as turns.
  const shift = Math.clz32(turns) - 1;
  const first = int32s(2 ** (32 - shift));
  const next = int32s(texts.length + 1);
  for (const [turn, text] of texts.entries()) {
    if (text === "") continue;
    const bucket = bucketOf(hashOf(text), shift);
    next[turn + 1] = first[bucket] ?? 0;
    first[bucket] = turn + 1;
  }
  return { first, next, shift };
}

function bucketOf(hash: number, shift: number): number {
  return Math.imul(hash, GOLDEN) >>> shift;
}

/**
 * A rolling hash of the opening. Its code units are digits of a number, so one can be dropped and the next appended.
 */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < OPENING_LENGTH; at += 1) hash = Math.imul(hash, FNV_PRIME) + text.charCodeAt(at);
  return hash | 0;
}

/** The factor of a dropped code unit, once the next one is appended. */
const FIRST_FACTOR = Array.from({ length: OPENING_LENGTH }).reduce<number>((factor) => Math.imul(factor, FNV_PRIME), 1);

function moved(hash: number, off: number, on: number): number {
  return (Math.imul(hash, FNV_PRIME) + on - Math.imul(off, FIRST_FACTOR)) | 0;
}

/** How many code units of `text` match the prompt from `at` on; counts up to `most`. */
function equalUnits(prompt: string, at: number, text: string, most: number): number {
  const end = Math.min(text.length, most);
  let equal = 0;
  while (equal < end && prompt.charCodeAt(at + equal) === text.charCodeAt(equal)) equal += 1;
  return equal;
}
