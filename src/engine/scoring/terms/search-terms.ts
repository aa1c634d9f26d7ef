// Terms that are searched for, and how rare one is among the texts of this request.
import { float64s, int32s, uint8s } from "../../../text/slab.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { inverseFrequency } from "../bm25.ts";

/** Terms to search for, in columns; a term's place in them is its slot. */
export interface SearchTerms {
  readonly terms: Int32Array;
  readonly weights: Float64Array;
  /** Names of the parts of the score that they add to, and which of these each does. */
  readonly parts: readonly string[];
  readonly partOf: Uint8Array;
}

/** Terms that add to one part of the score, each with its weight. */
export function searchTerms(part: string, weights: ReadonlyMap<number, number>): SearchTerms {
  const terms = int32s(weights.size);
  const weightOf = float64s(weights.size);
  let slot = 0;
  for (const [term, weight] of weights) {
    terms[slot] = term;
    weightOf[slot] = weight;
    slot += 1;
  }
  return { terms, weights: weightOf, parts: [part], partOf: uint8s(weights.size) };
}

export const NO_TERMS = searchTerms("", new Map());

/** Rarity of a term of the texts among the blocks of this request. */
export function rarity({ blockFrequency, blocks }: Corpus, term: number): number {
  return inverseFrequency(blockFrequency[term] ?? 0, blocks);
}
