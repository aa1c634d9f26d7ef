// How is each obligation met? In: obligations, the corpus, which terms are sent. Out: a column by their numbers.
import { uint8s } from "../../text/slab.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Obligations } from "./obligations.ts";

/** Held by no record, so that nothing is held against a selection. */
export const ABSENT = 0;
/** Left out, though the records hold it. */
export const MISSING = 1;
/** Sent. */
export const COVERED = 2;

/** By number of an obligation one of the three above. */
export type Met = Uint8Array;

/** @param isSent 1 for each term that is sent */
export function metBy({ count, terms, termsFrom }: Obligations, { blockFrequency }: Corpus, isSent: Uint8Array): Met {
  const met = uint8s(count);
  for (let number = 0; number < count; number += 1) {
    let [areSent, areHeld] = [true, true];
    const end = termsFrom[number + 1] ?? 0;
    for (let at = termsFrom[number] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (isSent[term] !== 1) areSent = false;
      if ((blockFrequency[term] ?? 0) === 0) areHeld = false;
    }
    met[number] = areSent ? COVERED : areHeld ? MISSING : ABSENT;
  }
  return met;
}

export function countOf(met: Met, how: number): number {
  let count = 0;
  for (let number = 0; number < met.length; number += 1) if (met[number] === how) count += 1;
  return count;
}
