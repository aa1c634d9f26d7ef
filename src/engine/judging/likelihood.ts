// How likely a selection is to hold all the evidence, by signs that need no label.
// In: signs of a selection. Out: a probability. Must stay calibrated: fitted and checked by bench/reliability.ts.
import type { Margin } from "./margin.ts";

export interface Signs extends Margin {
  /** Share of the answerable obligations that is covered, 0 to 1. */
  readonly covered: number;
  /** Obligations of the task. */
  readonly demands: number;
  /** Records and units there are to choose from. */
  readonly records: number;
  readonly units: number;
}

/** The variables of the logistic regression, in no order that matters. */
export const SIGNS = ["covered", "front", "mass", "demands", "records", "units"] as const;

/** Its weights, and the least likelihood that counts as enough. */
export interface CoverSettings {
  readonly bias: number;
  readonly covered: number;
  readonly front: number;
  readonly mass: number;
  readonly demands: number;
  readonly records: number;
  readonly units: number;
  /** Strict: all that can be covered is, and the selection is at least this likely to be complete. */
  readonly strictMin: number;
  /** Lenient: at least this likely to be complete, whatever is missing. */
  readonly lenientMin: number;
}

/** Counts as logarithms: twice as many records make the same difference at any number. */
export function variablesOf(signs: Signs): Signs {
  return {
    ...signs,
    demands: Math.log(1 + signs.demands),
    records: Math.log(1 + signs.records),
    units: Math.log(1 + signs.units),
  };
}

export function likelihood(signs: Signs, weights: CoverSettings): number {
  const variables = variablesOf(signs);
  const sum = SIGNS.reduce((total, name) => total + weights[name] * variables[name], weights.bias);
  return 1 / (1 + Math.exp(-sum));
}
