// Words that stand together in the task and together in a unit say more than the same words apart.
// In: the corpus and the task's pairs. Out: what each unit gains. Must read each term once.
import type { Corpus } from "./corpus.ts";
import { rarity } from "./levels.ts";
import type { Query } from "./query.ts";

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
  for (let unit = 0; unit < units; unit += 1) {
    const end = corpus.ownTo[unit] ?? 0;
    let sum = 0;
    for (let at = corpus.unitFrom[unit] ?? 0; at < end; at += 1) {
      const term = corpus.terms[at] ?? 0;
      const wanted = after.get(term);
      if (wanted === undefined) continue;
      for (let next = at + 1; next <= at + PAIR_DISTANCE_MAX && next < end; next += 1) {
        const other = corpus.terms[next] ?? 0;
        if (!wanted.has(other)) continue;
        sum = Math.max(sum, 0) + Math.min(rarity(corpus, term), rarity(corpus, other));
        break;
      }
    }
    gained[unit] = weight * Math.min(sum, 3 * MEAN_RARITY);
  }
  return gained;
}

/** Keeps a unit that repeats one phrase from beating one that answers: about the rarity of an uncommon word. */
const MEAN_RARITY = 4;
