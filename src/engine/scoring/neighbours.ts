// In a dialogue the answer often stands beside the words that were asked for: a turn shares in its neighbours' scores,
// whether each turn is a record or all are one transcript.
// In: unit scores in order. Out: what the neighbours add to each. Must not cross from one session into another.
import { float64s, int32s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import { isTranscript } from "../index/shape.ts";

export const NEIGHBOUR_PART = "neighbour";

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
  const turns = turnsOf(corpus, records);
  const best = float64s(turns.recordOf.length);
  for (let unit = 0; unit < unitScores.length; unit += 1) {
    const turn = turns.of[unit] ?? 0;
    best[turn] = Math.max(best[turn] ?? 0, unitScores[unit] ?? 0);
  }
  const heard = (turn: number, from: number) => (isSameTalk(records, turns, turn, from) ? (best[from] ?? 0) : 0);
  const added = best.map((_, turn) => lentBy(turn, heard, settings));
  return Float64Array.from(unitScores, (_, unit) => added[turns.of[unit] ?? 0] ?? 0);
}

/** What the turns around it lend to one; `heard` is the best score of another, as far as it hears that. */
function lentBy(turn: number, heard: (turn: number, from: number) => number, settings: NeighbourSettings): number {
  let lent = 0;
  for (let distance = 1; distance <= settings.reach; distance += 1) {
    lent += (settings.weight / distance) * heard(turn, turn - distance);
    lent += (settings.weightBefore / distance) * heard(turn, turn + distance);
  }
  return lent;
}

interface Turns {
  /** The turn each unit belongs to, numbered through all records. */
  readonly of: Int32Array;
  readonly recordOf: readonly number[];
}

/** A record is a turn; in a transcript each unit that counts opens one, the parts of a long turn count nothing. */
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

/** Turns of one transcript, or records of one turn each in the same step. There is none before the first. */
function isSameTalk(records: Analysed["records"], { recordOf }: Turns, a: number, b: number): boolean {
  const first = records[recordOf[a] ?? -1];
  const second = records[recordOf[b] ?? -1];
  if (first === undefined || second === undefined) return false;
  if (first === second) return true;
  return first.source.stepId === second.source.stepId && !isTranscript(first) && !isTranscript(second);
}
