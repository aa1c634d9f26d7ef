// Favours dense excerpts: the best matching lines from as many records as possible, to find needles in logs, tables and
// results. The output reads less like its source.
import type { OperatingPoint } from "../engine/select.ts";
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
