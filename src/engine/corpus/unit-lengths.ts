// How long is a unit, for holding its length against its matches? As long as it has words: numbers make no text longer,
// for they speak of nothing else. A row of figures and a sentence full of measurements say as much as without them.
// In: the terms of all units. Out: a length for each. Must look at every term once.
import { float64s, giveBack, uint8s } from "../../text/slab.ts";
import { startsWithDigit } from "../../text/vocabulary.ts";
import type { Corpus } from "./corpus.ts";

/**
 * Lengths in words, context left out.
 * @param starts the first two letters of each term
 * @param numberLength what a term that begins with a digit adds; 1 is as any word
 */
export function unitLengths(
  { terms, unitFrom, ownTo }: Pick<Corpus, "terms" | "unitFrom" | "ownTo">,
  starts: Int32Array,
  numberLength: number,
): Float64Array {
  const isNumber = uint8s(starts.length);
  for (let term = 0; term < isNumber.length; term += 1) {
    isNumber[term] = startsWithDigit(starts[term] ?? 0) ? 1 : 0;
  }
  const lengthOf = Float64Array.of(1, numberLength);
  const lengths = float64s(ownTo.length);
  for (let unit = 0; unit < lengths.length; unit += 1) {
    const end = ownTo[unit] ?? 0;
    let length = 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) length += lengthOf[isNumber[terms[at] ?? 0] ?? 0] ?? 0;
    lengths[unit] = length;
  }
  giveBack(isNumber);
  return lengths;
}
