// Finds the words of the task that a record matches, starting with those that add most to its score.
// In: the query's postings and the weights of its terms. Out: words as the task writes them. Works after the vocabulary
// is closed, since an answer is written after the engine has finished.
import { placeFrom } from "../../text/int-list.ts";
import { shortForm } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import { isVerbatim, statedAt } from "../index/query.ts";
import type { ScoredRecord } from "../model.ts";
import { rarity } from "./search-terms.ts";

/** More words would not explain more. */
const MATCHED_MAX = 8;

/** Saturates the term frequency as in BM25 with k1 = 1 and without length normalisation. */
function saturated(count: number): number {
  return count / (count + 1);
}

/** @param weights of the query's terms, by slot */
export function matchedTerms(
  { corpus, query, postings }: Pick<Analysed, "corpus" | "query" | "postings">,
  weights: Float64Array,
  { index, firstUnit, units }: Pick<ScoredRecord, "index" | "firstUnit" | "units">,
): readonly string[] {
  const counts = new Map<number, number>(postings.fields[index]);
  const end = firstUnit + units.length;
  for (let hit = placeFrom(postings.unit, firstUnit); (postings.unit[hit] ?? end) < end; hit += 1) {
    const slot = postings.slot[hit] ?? 0;
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  const worthOf = ([slot, count]: readonly [number, number]) =>
    (weights[slot] ?? 0) * rarity(corpus, query.terms[slot] ?? 0) * saturated(count);
  const strongest = [...counts].map((one) => ({ slot: one[0], worth: worthOf(one) }));
  strongest.sort((a, b) => b.worth - a.worth || a.slot - b.slot);
  // The parts of an identifier count as one word.
  const words = new Map<string, string>();
  for (const { slot, worth } of strongest) {
    if (words.size === MATCHED_MAX || worth <= 0) break;
    const word = isVerbatim(query, slot)
      ? shortForm(corpus.starts[query.terms[slot] ?? 0] ?? 0)
      : statedAt(query, slot);
    if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
  }
  return [...words.values()];
}
