// From what units score to what records do.
// In: the parts of every unit's score. Out: the records with a score each, and its reason for whoever asks.
import { isTranscript } from "../corpus/shape.ts";
import type { ScoredRecord, ScoreParts, SegmentedRecord } from "../model.ts";
import { RELATED_PART } from "./feedback.ts";
import { NEIGHBOUR_PART } from "./neighbours.ts";
import { reasonOf } from "./reason.ts";
import type { UnitParts } from "./unit-parts.ts";

/** What a record owes to itself: related words that it lent, turns beside turns of the same transcript. */
function ownParts(record: SegmentedRecord, lent: boolean): ReadonlySet<string> {
  const own = [lent ? RELATED_PART : "", isTranscript(record) ? NEIGHBOUR_PART : ""];
  return new Set(own.filter((part) => part !== ""));
}

/** Where words that the task did not say came from. */
interface Origins {
  /** Title of the record that a bridge starts from; "" where there is none. */
  readonly bridge: string;
  /** Indices of the records that related terms were taken from. */
  readonly lenders: ReadonlySet<number>;
}

/**
 * A record is as relevant as its best unit; the parts are that unit's.
 * @param sum of all parts, unit by unit; the scores of the records' units are made of it
 * @param factors a factor for each record
 */
export function recordScores(
  records: readonly SegmentedRecord[],
  parts: UnitParts,
  sum: Float64Array,
  factors: Float64Array,
  origins: Origins,
): readonly ScoredRecord[] {
  const isOnly = records.length === 1;
  let next = 0;
  return records.map((record, index) => {
    const first = next;
    next += record.units.length;
    const factor = factors[index] ?? 1;
    const unitScores = sum.subarray(first, next);
    const best = multiplied(unitScores, factor);
    const why = () => {
      const named = partsAt(parts, first + best, factor);
      const own = ownParts(record, origins.lenders.has(index));
      return { parts: named, reason: reasonOf(named, { bridge: origins.bridge, own }) };
    };
    return { ...record, unitScores, score: unitScores[best] ?? 0, why, isOnly };
  });
}

/** Multiplies the scores, which are changed, and gives the place of the highest. */
function multiplied(scores: Float64Array, factor: number): number {
  let best = 0;
  for (let unit = 0; unit < scores.length; unit += 1) {
    scores[unit] = (scores[unit] ?? 0) * factor;
    if ((scores[unit] ?? 0) > (scores[best] ?? 0)) best = unit;
  }
  return best;
}

function partsAt(parts: UnitParts, unit: number, factor: number): ScoreParts {
  const named: Record<string, number> = {};
  for (const [name, values] of parts) named[name] = (values[unit] ?? 0) * factor;
  return named;
}
