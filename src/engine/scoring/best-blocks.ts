// The blocks that scored best: where other words of what the task asks for are looked for.
// In: the corpus and a score a unit. Out: ranges of its terms, best first. Must leave out what did not score.
import { float64s } from "../../text/slab.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { placesByRank } from "./by-rank.ts";

export interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** Index of the record the block lies in. */
  readonly record: number;
  /** Number of its first unit. */
  readonly unit: number;
}

/** The blocks whose best unit scores highest, best first. */
export function bestBlocks(
  { groupings, unitFrom }: Corpus,
  unitScores: Float64Array,
  count: number,
): readonly BlockRange[] {
  const { firstUnit, recordOfGroup } = groupings.block;
  const scores = float64s(firstUnit.length - 1);
  for (let block = 0; block < scores.length; block += 1) {
    const next = firstUnit[block + 1] ?? 0;
    let score = 0;
    for (let unit = firstUnit[block] ?? 0; unit < next; unit += 1) {
      const ofUnit = unitScores[unit] ?? 0;
      if (ofUnit > score) score = ofUnit;
    }
    scores[block] = score;
  }
  const best: BlockRange[] = [];
  for (const block of placesByRank(scores, Number.MIN_VALUE).subarray(0, count)) {
    const unit = firstUnit[block] ?? 0;
    const from = unitFrom[unit] ?? 0;
    const to = unitFrom[firstUnit[block + 1] ?? 0] ?? 0;
    best.push({ from, to, record: recordOfGroup?.[block] ?? 0, unit, score: scores[block] ?? 0 });
  }
  return best;
}
