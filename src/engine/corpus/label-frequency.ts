// How common a word is among the labels of the records, in the blocks that the labels stand over.
// In: labels and where each record's blocks are. Out: a count for each term. Must count a record once for each term.
import type { LabelTerm } from "./corpus.ts";

export function labelFrequency(
  labels: readonly (readonly LabelTerm[])[],
  blocksOf: Int32Array,
  size: number,
): Int32Array {
  const frequency = new Int32Array(size);
  const lastRecord = new Int32Array(size).fill(-1);
  for (const [record, found] of labels.entries()) {
    for (const { term } of found) {
      if (lastRecord[term] === record) continue;
      lastRecord[term] = record;
      frequency[term] = (frequency[term] ?? 0) + (blocksOf[record] ?? 0);
    }
  }
  return frequency;
}
