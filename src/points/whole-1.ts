// Favours whole records, for readers who must see a passage as its author wrote it. Sends fewer records and cuts fewer
// of them.
import type { OperatingPoint } from "../engine/select.ts";
import { balanced1 } from "./balanced-1.ts";

export const whole1 = {
  ...balanced1,
  label: "whole-1",
  policyVersion: "winnow-1-whole",
  score: { ...balanced1.score, levels: { ...balanced1.score.levels, unit: 0.9, record: 0.7 } },
  pack: { ...balanced1.pack, passageExponent: 0.2, wholeTokensMax: 500, wholeSchemaTokensMax: 500, wholeShareMax: 0.5 },
} as const satisfies OperatingPoint;
