// Favours dense excerpts: the most matching lines of the most records, for needles in logs, tables and results. Reads
// less like its source.
import type { OperatingPoint } from "../engine/operating-point.ts";
import { balanced1 } from "./balanced-1.ts";

export const dense1 = {
  ...balanced1,
  label: "dense-1",
  policyVersion: "winnow-1-dense",
  score: { ...balanced1.score, levels: { ...balanced1.score.levels, unit: 1.5, record: 0.35 } },
  pack: {
    ...balanced1.pack,
    lengthExponent: 0.35,
    passageExponent: 0.35,
    wholeTokensMax: 60,
    callTokensMax: 0,
  },
} as const satisfies OperatingPoint;
