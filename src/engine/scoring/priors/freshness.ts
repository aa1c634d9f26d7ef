// Where an agent works on code, what it looked at last is what it changes next: each view replaces the one before.
// In: an agent's trace. Out: a factor for each record, from 1 up. Must hold for work on code only: where results are
// gathered one after another, the first is worth as much as the last.
import { float64s } from "../../../text/slab.ts";
import type { Shape } from "../../corpus/shape.ts";
import type { SegmentedRecord } from "../../model.ts";

export interface FreshnessSettings {
  /** What a result of the newest step gains, as a share of its score; 0 turns freshness off. */
  readonly gain: number;
  /** What is left of that gain for each step further back, 0 to 1. */
  readonly decay: number;
}

/** @param steps rank of each record's step, ascending */
export function freshnessFactors(
  records: readonly SegmentedRecord[],
  steps: readonly number[],
  { coding }: Shape,
  { gain, decay }: FreshnessSettings,
): Float64Array {
  const factors = float64s(records.length).fill(1);
  if (!coding) return factors;
  let current = gain;
  let newer = -1;
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const kind = records[index]?.source.kind;
    if (kind !== "tool_result" && kind !== "error") continue;
    const step = steps[index] ?? 0;
    if (newer >= 0 && step !== newer) current *= decay;
    newer = step;
    factors[index] = 1 + current;
  }
  return factors;
}
