// Words that stand together in the task and together in a unit say more than the same words apart.
// In: the task's pairs and where its terms stand. Out: what each unit gains. Must look behind each of these once.
import { float64s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import { PAIR_DISTANCE_MAX, pairNumber, type TermPairs } from "../index/query-words.ts";
import { rarity } from "./search-terms.ts";
import { NO_GAIN } from "./unit-parts.ts";

/** About the rarity of three uncommon words: a unit that repeats one phrase must not beat one that answers. */
const GAIN_MAX = 12;

export function phraseScores({ corpus, query, postings }: Analysed, weight: number): Float64Array {
  const { pairs } = query;
  if (weight <= 0 || pairs.seconds.length === 0) return NO_GAIN;
  const gained = float64s(corpus.blockOf.length);
  const { terms, ownTo } = corpus;
  for (let hit = 0; hit < postings.at.length; hit += 1) {
    const at = postings.at[hit] ?? 0;
    const unit = postings.unit[hit] ?? 0;
    const other = followedBy(terms, at, ownTo[unit] ?? 0, pairs);
    if (other < 0) continue;
    const term = terms[at] ?? 0;
    gained[unit] = (gained[unit] ?? 0) + Math.min(rarity(corpus, term), rarity(corpus, other));
  }
  for (let unit = 0; unit < gained.length; unit += 1) {
    gained[unit] = weight * Math.min(gained[unit] ?? 0, GAIN_MAX);
  }
  return gained;
}

/** The first term that makes a pair with the one at `at` and stands close behind it, before `end`, or -1. */
function followedBy(terms: Int32Array, at: number, end: number, pairs: TermPairs): number {
  const term = terms[at] ?? 0;
  for (let next = at + 1; next <= at + PAIR_DISTANCE_MAX && next < end; next += 1) {
    const other = terms[next] ?? 0;
    if (pairNumber(pairs, term, other) >= 0) return other;
  }
  return -1;
}
