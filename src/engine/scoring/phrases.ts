// Words that stand together in the task and together in a unit say more than the same words apart.
// In: the corpus and the task's pairs. Out: what each unit gains. Must read each term once.
import { flagged } from "../../text/flags.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Query } from "../corpus/query.ts";
import { rarity } from "./levels.ts";

/** The second word may stand this many terms after the first: the parts of an identifier lie between. */
const PAIR_DISTANCE_MAX = 3;

export function phraseScores(corpus: Corpus, { pairs }: Query, weight: number): Float64Array {
  const units = corpus.blockOf.length;
  const gained = new Float64Array(units);
  if (weight <= 0 || pairs.length === 0) return gained;
  const after = new Map<number, Set<number>>();
  for (const [first, second] of pairs) {
    const known = after.get(first);
    if (known === undefined) after.set(first, new Set([second]));
    else known.add(second);
  }
  const begins = flagged(corpus.lexicon.size(), after.keys());
  const { terms, unitFrom, ownTo } = corpus;
  let unit = 0;
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] ?? 0;
    if (begins[term] !== 1) continue;
    while ((unitFrom[unit + 1] ?? terms.length) <= at) unit += 1;
    const other = followedBy(terms, at, ownTo[unit] ?? 0, after.get(term));
    if (other < 0) continue;
    gained[unit] = (gained[unit] ?? 0) + Math.min(rarity(corpus, term), rarity(corpus, other));
  }
  return gained.map((sum) => weight * Math.min(sum, 3 * MEAN_RARITY));
}

/** The first of the wanted terms that stands close behind `at` and before `end`, or -1. */
function followedBy(terms: Int32Array, at: number, end: number, wanted: ReadonlySet<number> | undefined): number {
  if (wanted === undefined) return -1;
  for (let next = at + 1; next <= at + PAIR_DISTANCE_MAX && next < end; next += 1) {
    const other = terms[next] ?? 0;
    if (wanted.has(other)) return other;
  }
  return -1;
}

/** Keeps a unit that repeats one phrase from beating one that answers: about the rarity of an uncommon word. */
const MEAN_RARITY = 4;
