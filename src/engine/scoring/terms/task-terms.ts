// The task's own words as what is searched for first.
// In: the analysed request. Out: its terms, each with its weight. Where the records are code, names of languages weigh
// as the operating point says.
import type { Analysed } from "../../analyse.ts";
import { languageNames } from "./language-names.ts";
import type { SearchTerms } from "./search-terms.ts";

/** They share the query's columns: no second copy is made of a million words. */
export function taskTerms({ corpus, query, shape }: Analysed, languageName: number): SearchTerms {
  const { terms, weights, inEntity } = query;
  const languages = shape.code ? languageNames(corpus.vocabulary) : null;
  const weighed = (weight: number, slot: number) =>
    (languages?.has(terms[slot] ?? 0) === true ? languageName : 1) * weight;
  return {
    terms,
    weights: languages === null ? weights : weights.map(weighed),
    parts: ["keyword", "entity"],
    partOf: inEntity,
  };
}
