// How firmly the task's words grip the records: how many are there at all, and how many stand together.
// In: the analysed request. Out: plain counts and shares. Must not look at scores: how they are spread tells nothing.
import type { Analysed } from "./analyse.ts";
import type { Corpus } from "./corpus.ts";
import type { Query } from "./query.ts";
import { shapeOf } from "./shape.ts";

export interface Grip {
  /** Terms of the task that count: those that stand nowhere and could not (words to the assistant) are left out. */
  readonly terms: number;
  /** How many of them stand anywhere in the records. */
  readonly held: number;
  /** The most of them that one block holds. */
  readonly together: number;
  /** Pairs of the task's neighbouring words that stand side by side in the records. */
  readonly pairs: number;
}

export function gripOf({ corpus, query, records }: Analysed): Grip {
  // A catalogue of tools holds no values: a name or a number that the task gives says nothing of which tool it needs.
  const { catalogue } = shapeOf(records);
  const labelled = new Set(corpus.labels.flatMap((labels) => labels.map(({ term }) => term)));
  const held = new Set<number>();
  let terms = 0;
  for (const { term, request, entity } of query.terms) {
    if ((corpus.blockFrequency[term] ?? 0) > 0 || labelled.has(term)) held.add(term);
    else if (request || (catalogue && entity)) continue;
    terms += 1;
  }
  return { terms, held: held.size, together: mostTogether(corpus, held), pairs: pairsHeld(corpus, query) };
}

function mostTogether(corpus: Corpus, wanted: ReadonlySet<number>): number {
  const lastBlock = new Int32Array(corpus.lexicon.size()).fill(-1);
  let most = 0;
  let block = -1;
  let count = 0;
  for (let unit = 0; unit < corpus.blockOf.length; unit += 1) {
    if (corpus.blockOf[unit] !== block) count = 0;
    block = corpus.blockOf[unit] ?? 0;
    for (let at = corpus.unitFrom[unit] ?? 0; at < (corpus.unitFrom[unit + 1] ?? 0); at += 1) {
      const term = corpus.terms[at] ?? 0;
      if (!wanted.has(term) || lastBlock[term] === block) continue;
      lastBlock[term] = block;
      count += 1;
    }
    most = Math.max(most, count);
  }
  return most;
}

/** The second word may stand this many terms after the first: the parts of an identifier lie between. */
const PAIR_DISTANCE_MAX = 3;

function pairsHeld(corpus: Corpus, { pairs }: Query): number {
  const after = new Map<number, Set<number>>();
  for (const [first, second] of pairs) after.set(first, (after.get(first) ?? new Set()).add(second));
  let found = 0;
  for (let at = 0; at < corpus.terms.length; at += 1) {
    const wanted = after.get(corpus.terms[at] ?? 0);
    if (wanted === undefined) continue;
    for (let distance = 1; distance <= PAIR_DISTANCE_MAX; distance += 1) {
      if (wanted.delete(corpus.terms[at + distance] ?? -1)) found += 1;
    }
  }
  return found;
}
