// How likely is a selection to hold all the evidence?
// In: the scored records and a selection. Out: features that need no field, and the probability that a logistic
// regression gives them. bench/reliability.ts fits and checks its weights. Features look at units, not at records,
// since half a record may be sent.
import { freeArray, uint8s } from "../../text/slab.ts";
import type { Excerpt, ScoredRecord, Selection } from "../model.ts";

export interface CutMargin {
  /** Score of the best unit left out over that of the best unit, 0 to 1. */
  readonly front: number;
  /** Share of all units' score that is sent, 0 to 1. */
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

/** A unit is sent if its first character is. A re-encoded record is sent as a whole. */
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
  /** Share of the answerable evidence terms that is covered, 0 to 1. */
  readonly covered: number;
  /** Evidence terms of the task. */
  readonly needs: number;
  /** How many pieces of evidence the task seems to need, at least 1. */
  readonly pieces: number;
  /** Records and units there are to choose from. */
  readonly records: number;
  readonly units: number;
}

/** The variables of the logistic regression, in no order that matters. */
export const FEATURES = ["covered", "front", "mass", "needs", "records", "units"] as const;

/** Its weights, and the likelihoods that suffice. */
export interface CoverSettings {
  readonly bias: number;
  readonly covered: number;
  readonly front: number;
  readonly mass: number;
  readonly needs: number;
  readonly records: number;
  readonly units: number;
  /** Strict: nothing is missing, and the selection is at least this likely to be complete. */
  readonly strictMin: number;
  /** Lenient: at least this likely to be complete. */
  readonly lenientMin: number;
}

/** Counts as logarithms: twice as many records make the same difference at any number. */
export function variablesOf(features: Features): Features {
  return {
    ...features,
    needs: Math.log(1 + features.needs),
    records: Math.log(1 + features.records),
    units: Math.log(1 + features.units),
  };
}

export function likelihood(features: Features, weights: CoverSettings): number {
  const variables = variablesOf(features);
  const sum = FEATURES.reduce((total, name) => total + weights[name] * variables[name], weights.bias);
  // As if each piece were sent or left out by itself.
  return (1 / (1 + Math.exp(-sum))) ** features.pieces;
}
