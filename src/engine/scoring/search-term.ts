// A term that is searched for, and how rare it is among the texts of this request.
import type { Corpus } from "../corpus/corpus.ts";
import { inverseFrequency } from "./bm25.ts";

/** A term to search for. `part` says which part of the score it adds to. */
export interface SearchTerm {
  readonly term: number;
  readonly weight: number;
  readonly part: string;
}

/** Rarity of a term among the blocks of this request; a word of labels alone is as rare as the labels make it. */
export function rarity({ blockFrequency, labelFrequency, blocks }: Corpus, term: number): number {
  return inverseFrequency(blockFrequency[term] || (labelFrequency[term] ?? 0), blocks);
}
