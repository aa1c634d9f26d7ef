// In a dialogue the answer is often next to the matching turn, so each turn gains a share of its neighbours' scores.
// This works the same if each turn is a record or if all turns are in one transcript.
// In: unit scores in order. Out: what the neighbours add to each. Never crosses from one conversation into another.
import { float64s, int32s } from "../../../text/arrays.ts";
import type { Analysed } from "../../analyse.ts";

export const NEIGHBOUR_PART = "neighbour";

export interface NeighbourSettings {
  /** The share of a match's score that the next turn gains; 0 turns it off. */
  readonly weight: number;
  /** The same for the turn before the match. The weights differ because an answer follows its question. */
  readonly weightBefore: number;
  /** Turns further away add nothing. The share falls with the distance. */
  readonly reach: number;
}

export function neighbourScores(
  { corpus, records }: Analysed,
  unitScores: Float64Array,
  settings: NeighbourSettings,
): Float64Array {
  const turns = turnsOf(corpus, records);
  const best = float64s(turns.recordOf.length);
  for (let unit = 0; unit < unitScores.length; unit += 1) {
    const turn = turns.of[unit] ?? 0;
    best[turn] = Math.max(best[turn] ?? 0, unitScores[unit] ?? 0);
  }
  const stepOf = (turn: number) => records[turns.recordOf[turn] ?? -1]?.source.stepId;
  const neighbourScore = (turn: number, from: number) => (stepOf(turn) === stepOf(from) ? (best[from] ?? 0) : 0);
  const added = best.map((_, turn) => gainOf(turn, neighbourScore, settings));
  return Float64Array.from(unitScores, (_, unit) => added[turns.of[unit] ?? 0] ?? 0);
}

/**
 * The gain of a turn from the turns around it. `neighbourScore` is another turn's best score, or 0 in another
 * conversation.
 */
function gainOf(
  turn: number,
  neighbourScore: (turn: number, from: number) => number,
  settings: NeighbourSettings,
): number {
  let gain = 0;
  for (let distance = 1; distance <= settings.reach; distance += 1) {
    gain += (settings.weight / distance) * neighbourScore(turn, turn - distance);
    gain += (settings.weightBefore / distance) * neighbourScore(turn, turn + distance);
  }
  return gain;
}

interface Turns {
  /** The turn of each unit, numbered across all records. */
  readonly of: Int32Array;
  readonly recordOf: readonly number[];
}

/**
 * Each record is a turn. In a transcript every unit with a count opens a turn; later parts of a long turn have none.
 */
function turnsOf({ recordOf }: Analysed["corpus"], records: Analysed["records"]): Turns {
  const of = int32s(recordOf.length);
  const owners: number[] = [];
  let unit = 0;
  for (const [owner, { type, units }] of records.entries()) {
    for (const [at, { count }] of units.entries()) {
      if (at === 0 || (type.hasTurns && count > 0)) owners.push(owner);
      of[unit] = owners.length - 1;
      unit += 1;
    }
  }
  return { of, recordOf: owners };
}
