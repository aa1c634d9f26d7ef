// Turns the words of texts into terms: small integers that stand for "the same word" in every form it takes.
// In: a text and a range of it. Out: its terms in order. Must not be shared between requests: ids follow the order
// of arrival.
import { identifierParts } from "./identifiers.ts";
import { stem } from "./stem.ts";
import { eachWord } from "./words.ts";

export interface Lexicon {
  /**
   * Calls `visit` with every term of `text` between `from` and `to`, in order; an identifier yields itself, then its
   * parts.
   */
  readonly eachTerm: (text: string, from: number, to: number, visit: (term: number) => void) => void;
  /** The terms of one word as it stands in a text; for a script without spaces, of a run of its letters. */
  readonly termsOf: (word: string, unspaced: boolean) => readonly number[];
  /** The stemmed, lower-case form behind a term. */
  readonly form: (term: number) => string;
  /** How many terms there are; every id is below. */
  readonly size: () => number;
}

export function createLexicon(): Lexicon {
  const idOf = new Map<string, number>();
  const forms: string[] = [];
  const memo = new Map<string, readonly number[]>();

  const id = (form: string): number => {
    const known = idOf.get(form);
    if (known !== undefined) return known;
    idOf.set(form, forms.length);
    forms.push(form);
    return forms.length - 1;
  };
  const spaced = (word: string): readonly number[] => {
    const known = memo.get(word);
    if (known !== undefined) return known;
    const terms = [id(stem(word.toLowerCase()))];
    for (const part of identifierParts(word)) terms.push(id(stem(part.toLowerCase())));
    memo.set(word, terms);
    return terms;
  };
  const eachPair = (run: string, visit: (term: number) => void): void => {
    if (run.length === 1) visit(id(run));
    for (let index = 0; index + 1 < run.length; index += 1) visit(id(run.slice(index, index + 2)));
  };

  return {
    eachTerm: (text, from, to, visit) =>
      eachWord(text, from, to, (start, end, unspaced) => {
        const word = text.slice(start, end);
        if (unspaced) eachPair(word, visit);
        else for (const term of spaced(word)) visit(term);
      }),
    termsOf: (word, unspaced) => {
      if (!unspaced) return spaced(word);
      const terms: number[] = [];
      eachPair(word, (term) => terms.push(term));
      return terms;
    },
    form: (term) => forms[term] ?? "",
    size: () => forms.length,
  };
}
