// How probable is it that a selection contains all the evidence?
// In: the scored records and a selection. Out: features that do not depend on the domain, and the probability from a
// logistic regression on them. bench/reliability.ts fits and checks its weights.
// Features describe units, never records, since part of a record may be sent.
import { freeArray, uint8s } from "../../text/arrays.ts";
import type { Excerpt, ScoredRecord, Selection } from "../model.ts";

export interface CutMargin {
  /** Score of the best omitted unit divided by that of the best unit, 0 to 1. */
  readonly front: number;
  /** Share of the total score of all units that is sent, 0 to 1. */
  readonly mass: number;
}

export function cutMargin(records: readonly ScoredRecord[], { excerpts }: Selection): CutMargin {
  const scores = records[0]?.unitScores ?? new Float64Array();
  const isSent = uint8s(scores.length);
  for (const excerpt of excerpts) addUnits(isSent, excerpt);
  let [best, bestLeft, mass, massSent] = [0, 0, 0, 0];
  for (let unit = 0; unit < scores.length; unit += 1) {
    const score = scores[unit] ?? 0;
    best = Math.max(best, score);
    mass += score;
    if (isSent[unit] === 1) massSent += score;
    else bestLeft = Math.max(bestLeft, score);
  }
  freeArray(isSent);
  return { front: share(bestLeft, best), mass: share(massSent, mass) };
}

/** A unit counts as sent if its first character is. A re-encoded record is always sent as a whole. */
function addUnits(isSent: Uint8Array, { record, pieces }: Excerpt): void {
  const { firstUnit, units } = record;
  if (pieces.length === 0) isSent.fill(1, firstUnit, firstUnit + units.length);
  for (const { start, first, last } of pieces) {
    let from = first;
    if (start > 0 && (units[from]?.start ?? 0) < start) from += 1;
    // Indentation may be a unit of its own.
    while (from > 0 && (units[from - 1]?.start ?? 0) >= start) from -= 1;
    for (let unit = from; unit <= last; unit += 1) isSent[firstUnit + unit] = 1;
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}

export interface Features extends CutMargin {
  /** Share of the answerable evidence terms that are covered, 0 to 1. */
  readonly covered: number;
  /** Number of evidence terms of the task. */
  readonly needs: number;
  /** How many pieces of evidence the task seems to need, at least 1. */
  readonly pieces: number;
  /** Number of records and units to choose from. */
  readonly records: number;
  readonly units: number;
}

/** The variables of the logistic regression. Their order does not matter. */
export const FEATURES = ["covered", "front", "mass", "needs", "records", "units"] as const;

/** The weights of the regression, and the probabilities that suffice. */
export interface CoverSettings {
  readonly bias: number;
  readonly covered: number;
  readonly front: number;
  readonly mass: number;
  readonly needs: number;
  readonly records: number;
  readonly units: number;
  /** Strict: no term is missing, the records form no chain, and completeness is at least this probable. */
  readonly strictMin: number;
  /** Lenient: completeness is at least this probable. */
  readonly lenientMin: number;
}

/** Takes the logarithm of counts: doubling the records has the same effect at any number. */
export function variablesOf(features: Features): Features {
  return {
    ...features,
    needs: Math.log(1 + features.needs),
    records: Math.log(1 + features.records),
    units: Math.log(1 + features.units),
  };
}

/** The probability that the selection is complete. */
export function completeProbability(features: Features, weights: CoverSettings): number {
  const variables = variablesOf(features);
  const sum = FEATURES.reduce((total, name) => total + weights[name] * variables[name], weights.bias);
  // Treats the pieces of evidence as independent.
  return (1 / (1 + Math.exp(-sum))) ** features.pieces;
}
