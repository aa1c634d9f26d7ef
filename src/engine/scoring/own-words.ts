// How much of a tool's result the agent wrote itself: a file it created and is shown, a statement that an error quotes.
// In: an agent's trace. Out: for each record the share of it, 0 to 1, that stands in calls made before it.
// Must read each term once.
import { GOLDEN, MURMUR_FIRST, MURMUR_SECOND } from "../../text/hash-multipliers.ts";
import { float64s, uint8s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";

/** So many terms in a row that stand in a call as well were copied, not met by chance. */
const RUN_TERMS = 3;

/** Runs of terms are remembered by their hash, one bit for each of so many. */
const HASH_BITS = 18;

/** A shorter result is an answer, whatever it repeats. Terms. */
const RESULT_TERMS_MIN = 12;

export function ownShares({ corpus, records }: Analysed): Float64Array {
  const { terms, unitFrom, ownTo } = corpus;
  const shares = float64s(records.length);
  const written = uint8s(1 << (HASH_BITS - 3));
  let unit = 0;
  for (const [index, { source, units }] of records.entries()) {
    const last = unit + units.length;
    const isCall = source.kind === "tool_call";
    const isResult = source.kind === "tool_result" || source.kind === "error";
    let all = 0;
    let own = 0;
    let first = 0;
    let second = 0;
    for (; unit < last; unit += 1) {
      if (!isCall && !isResult) continue;
      for (let at = unitFrom[unit] ?? 0; at < (ownTo[unit] ?? 0); at += 1) {
        const third = terms[at] ?? 0;
        const hash = hashOf(first, second, third);
        first = second;
        second = third;
        all += 1;
        if (all < RUN_TERMS) continue;
        const place = hash >>> 3;
        const seen = written[place] ?? 0;
        if (isCall) written[place] = seen | (1 << (hash & 7));
        else own += (seen >>> (hash & 7)) & 1;
      }
    }
    if (isResult && all >= RESULT_TERMS_MIN) shares[index] = own / all;
  }
  return shares;
}

function hashOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first, GOLDEN) ^ second, MURMUR_FIRST) ^ third, MURMUR_SECOND);
  return mixed >>> (32 - HASH_BITS);
}
