// How much of a tool's result the agent wrote itself: a file it created and is shown, a statement that an error quotes.
// In: an agent's trace. Out: for each record the share of it, 0 to 1, that stands in calls made before it.
// Must read each term once.
import { GOLDEN, MURMUR_FIRST, MURMUR_SECOND } from "../../../text/hashing.ts";
import { type IntList, intList, push } from "../../../text/int-list.ts";
import { float64s, giveBack, uint8s } from "../../../text/slab.ts";
import type { Analysed } from "../../analyse.ts";
import type { Corpus } from "../../corpus/corpus.ts";

/** So many terms in a row that stand in a call as well were copied, not met by chance. */
const RUN_TERMS = 3;

/** More than most calls and results have. */
const TERMS_EXPECTED = 256;

/** Runs of terms are remembered by their hash, one bit for each of so many. */
const HASH_BITS = 18;

/** A shorter result is an answer, whatever it repeats. Terms. */
const RESULT_TERMS_MIN = 12;

export function ownShares({ corpus, records }: Analysed): Float64Array {
  const shares = float64s(records.length);
  const written = uint8s(1 << (HASH_BITS - 3));
  const own = intList(TERMS_EXPECTED);
  let unit = 0;
  for (const [index, { source, units }] of records.entries()) {
    const next = unit + units.length;
    if (source.kind === "tool_call") {
      readOwnTerms(corpus, unit, next, own);
      noteRuns(written, own);
    } else if (source.kind === "tool_result" || source.kind === "error") {
      readOwnTerms(corpus, unit, next, own);
      if (own.size >= RESULT_TERMS_MIN) shares[index] = runsNoted(written, own) / own.size;
    }
    unit = next;
  }
  giveBack(own.items);
  return shares;
}

/** Puts the terms of units `[from, to)` into the list, without those of what the units stand under. */
function readOwnTerms({ terms, unitFrom, ownTo }: Corpus, from: number, to: number, into: IntList): void {
  into.size = 0;
  for (let unit = from; unit < to; unit += 1) {
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) push(into, terms[at] ?? 0);
  }
}

/** Remembers each run of the terms. */
function noteRuns(written: Uint8Array, { items, size }: IntList): void {
  for (let last = RUN_TERMS - 1; last < size; last += 1) {
    const hash = hashOfRun(items, last);
    written[hash >>> 3] = (written[hash >>> 3] ?? 0) | (1 << (hash & 7));
  }
}

/** How many runs of the terms are remembered. */
function runsNoted(written: Uint8Array, { items, size }: IntList): number {
  let noted = 0;
  for (let last = RUN_TERMS - 1; last < size; last += 1) {
    const hash = hashOfRun(items, last);
    noted += ((written[hash >>> 3] ?? 0) >>> (hash & 7)) & 1;
  }
  return noted;
}

/** Of the run that ends with the term at `last`. */
function hashOfRun(terms: Int32Array, last: number): number {
  const before = Math.imul(Math.imul(terms[last - 2] ?? 0, GOLDEN) ^ (terms[last - 1] ?? 0), MURMUR_FIRST);
  const mixed = Math.imul(before ^ (terms[last] ?? 0), MURMUR_SECOND);
  return mixed >>> (32 - HASH_BITS);
}
