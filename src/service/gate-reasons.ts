// Every reason a gate gives today: the bounded set of a metric's label. Callers must take the set as open.
import { GATE_REASONS } from "../engine/gate.ts";

/** The gate was open, but what a pass behind it brought was not worth sending. */
export const refusedPass = {
  nothingFits: "standdown:nothing_fits",
  noSaving: "standdown:no_saving",
  insufficientCoverage: "standdown:insufficient_coverage",
} as const;

export const gateReasons: readonly string[] = [...GATE_REASONS, ...Object.values(refusedPass)];
