// The terms that the best blocks hold, but for those of the task.
// In: the corpus and some of its blocks. Out: the terms, how strongly the blocks hold each, and how many do.
import { flagged, intList, itemsOf, push } from "../../../text/int-list.ts";
import { float64s, giveBack, int32s } from "../../../text/slab.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import type { BlockRange } from "../best-blocks.ts";

/** More than the best blocks of a small request hold. */
const TERMS_EXPECTED = 256;

/** Terms, ascending, and for each how strongly the blocks hold it, and how many do. */
interface MetTerms {
  readonly terms: Int32Array;
  readonly strengths: Float64Array;
  readonly holders: Int32Array;
}

export function termsMet(corpus: Corpus, blocks: readonly BlockRange[], asked: Int32Array): MetTerms {
  const top = blocks[0]?.score ?? 0;
  const terms = distinctTerms(corpus, blocks, asked);
  // From 1 on; 0 for the task's own.
  const numberOf = int32s(corpus.starts.length);
  for (let place = 0; place < terms.length; place += 1) numberOf[terms[place] ?? 0] = place + 1;
  const strengths = float64s(terms.length + 1);
  const holders = int32s(terms.length + 1);
  const counts = int32s(terms.length + 1);
  for (const { from, to, score } of blocks) {
    for (let at = from; at < to; at += 1) {
      const number = numberOf[corpus.terms[at] ?? 0] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    for (let at = from; at < to; at += 1) {
      const number = numberOf[corpus.terms[at] ?? 0] ?? 0;
      const count = counts[number] ?? 0;
      if (count === 0) continue;
      // A count saturates as in BM25 with k1 = 1, and lengths are not held against a block.
      strengths[number] = (strengths[number] ?? 0) + (score / top) * (count / (count + 1));
      holders[number] = (holders[number] ?? 0) + 1;
      counts[number] = 0;
    }
  }
  giveBack(numberOf);
  return { terms, strengths: strengths.subarray(1), holders: holders.subarray(1) };
}

/** Ascending, but those of the task. */
function distinctTerms(corpus: Corpus, blocks: readonly BlockRange[], asked: Int32Array): Int32Array {
  const isKnown = flagged(corpus.starts.length, asked);
  const found = intList(TERMS_EXPECTED);
  for (const { from, to } of blocks) {
    for (let at = from; at < to; at += 1) {
      const term = corpus.terms[at] ?? 0;
      if (isKnown[term] === 0) push(found, term);
      isKnown[term] = 1;
    }
  }
  giveBack(isKnown);
  return itemsOf(found).sort();
}
