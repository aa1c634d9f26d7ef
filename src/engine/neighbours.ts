// In a dialogue the answer often stands beside the words that were asked for: a turn shares in its neighbours' scores.
// In: unit scores in order. Out: what the neighbours add to each. Must not cross from one session into another.
import type { Analysed } from "./analyse.ts";

export interface NeighbourSettings {
  /** Share of a match's score that the turn directly after it gains; 0 turns it off. */
  readonly weight: number;
  /** The same for a turn that comes before the match: what answers follows what asks. */
  readonly weightBefore: number;
  /** Turns further away than this add nothing; the share falls with the distance. */
  readonly reach: number;
}

export function neighbourScores(
  { corpus, records }: Analysed,
  unitScores: Float64Array,
  settings: NeighbourSettings,
): Float64Array {
  const best = new Float64Array(records.length);
  for (let unit = 0; unit < unitScores.length; unit += 1) {
    const record = corpus.recordOf[unit] ?? 0;
    best[record] = Math.max(best[record] ?? 0, unitScores[unit] ?? 0);
  }
  const added = new Float64Array(records.length);
  for (let record = 0; record < records.length; record += 1) {
    for (let distance = 1; distance <= settings.reach; distance += 1) {
      for (const [other, weight] of [
        [record - distance, settings.weight],
        [record + distance, settings.weightBefore],
      ] as const) {
        if (other < 0 || other >= records.length || !sameStep(records, record, other)) continue;
        added[record] = (added[record] ?? 0) + (weight / distance) * (best[other] ?? 0);
      }
    }
  }
  return Float64Array.from(unitScores, (_, unit) => added[corpus.recordOf[unit] ?? 0] ?? 0);
}

function sameStep(records: Analysed["records"], a: number, b: number): boolean {
  return records[a]?.source.stepId === records[b]?.source.stepId;
}
