// Which turns does the task repeat word for word? What it says again is no answer to it.
// In: the prompt and the records. Out: the turns whose whole text stands in the prompt. Must walk the prompt once for
// all of them: to search it for one after the other cost 13 s where 2.3 MB stood beside 26,000 turns.
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import { FNV_PRIME, GOLDEN } from "../../../text/hashing.ts";
import { int32s, uint8s } from "../../../text/slab.ts";
import type { SegmentedRecord } from "../../model.ts";

/** A repetition shorter than this is a coincidence. By so many units turns are looked up, too. UTF-16 units. */
const OPENING_LENGTH = 30;

/**
 * Units that are compared behind equal openings, of all turns together: so many, half a millisecond, and so many for
 * each of the prompt's and the turns'. Ordinary turns share no opening, and need as many as they have; without a bound
 * turns of one letter would cost their number times the prompt's length.
 */
const COMPARED_ANYWAY = 1 << 18;
const COMPARED_A_UNIT = 16;

/** Places of the prompt between two checkpoints: a millisecond, unless turns are compared there. */
const PLACES_A_TURN = 1 << 16;

/** 1 for each record that is a turn of the talk and stands in the prompt as a whole. */
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
  let left = COMPARED_ANYWAY + COMPARED_A_UNIT * units;
  let hash = hashOf(prompt);
  for (let at = 0; at + OPENING_LENGTH <= prompt.length && left > 0; at += 1) {
    if (at % PLACES_A_TURN === 0) checkpoint();
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

/** What a turn says; "" of a record that is none, or that the prompt cannot repeat. */
function turnOf({ source }: SegmentedRecord, lengthMax: number): string {
  if (source.kind !== "user_input" && source.kind !== "llm_response") return "";
  const text = source.text.trim();
  return text.length >= OPENING_LENGTH && text.length <= lengthMax ? text : "";
}

/** Turns by how they begin. Places count from 1 on; 0 is none. */
interface Openings {
  /** The last turn of each bucket. */
  readonly first: Int32Array;
  /** For each turn the one before it in its bucket. */
  readonly next: Int32Array;
  /** Of a hash so many bits are left out of the bucket's number. */
  readonly shift: number;
}

function openingsOf(texts: readonly string[]): Openings | null {
  let turns = 0;
  for (const text of texts) if (text !== "") turns += 1;
  if (turns === 0) return null;
  // Twice to four times as many buckets as turns.
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

/** Of the first units of a text, as digits of a number: one can be taken off and the next put behind. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < OPENING_LENGTH; at += 1) hash = Math.imul(hash, FNV_PRIME) + text.charCodeAt(at);
  return hash | 0;
}

/** What the first of the units is multiplied by when one more comes. */
const FIRST_FACTOR = Array.from({ length: OPENING_LENGTH }).reduce<number>((factor) => Math.imul(factor, FNV_PRIME), 1);

function moved(hash: number, off: number, on: number): number {
  return (Math.imul(hash, FNV_PRIME) + on - Math.imul(off, FIRST_FACTOR)) | 0;
}

/** How many units of `text` stand in the prompt from `at` on; counts up to `most`. */
function equalUnits(prompt: string, at: number, text: string, most: number): number {
  const end = Math.min(text.length, most);
  let equal = 0;
  while (equal < end && prompt.charCodeAt(at + equal) === text.charCodeAt(equal)) equal += 1;
  return equal;
}
