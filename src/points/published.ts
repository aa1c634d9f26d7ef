// Every label that this build can resolve, the default first. A label that differs from balanced-1 in a few settings is
// defined here. The settings of a published label never change.
import type { OperatingPoint } from "../engine/select.ts";
import { balanced1 } from "./balanced-1.ts";

/**
 * Favours dense excerpts: the best matching lines from as many records as possible, to find needles in logs, tables and
 * results. The output reads less like its source.
 */
const dense1 = {
  ...balanced1,
  label: "dense-1",
  policyVersion: "winnow-1-dense",
  score: { ...balanced1.score, levels: { ...balanced1.score.levels, unit: 1.5, record: 0.35 } },
  pack: {
    ...balanced1.pack,
    lengthExponent: 0.35,
    sentenceExponent: 0.35,
    wholeTokensMax: 60,
    callTokensMax: 0,
  },
} as const satisfies OperatingPoint;

/**
 * Favours whole records, for readers who must see a passage as its author wrote it. Sends fewer records and cuts fewer
 * of them.
 */
const whole1 = {
  ...balanced1,
  label: "whole-1",
  policyVersion: "winnow-1-whole",
  score: { ...balanced1.score, levels: { ...balanced1.score.levels, unit: 0.9, record: 0.7 } },
  pack: {
    ...balanced1.pack,
    sentenceExponent: 0.2,
    wholeTokensMax: 500,
    wholeSchemaTokensMax: 500,
    wholeShareMax: 0.5,
  },
} as const satisfies OperatingPoint;

export const publishedPoints: readonly OperatingPoint[] = [balanced1, whole1, dense1];

export const publishedLabels: readonly string[] = publishedPoints.map(({ label }) => label);

/** Used if a request names no label. Changes when a better label is published. */
export const defaultLabel: string = balanced1.label;

/** @returns null for an unpublished label */
export function findPoint(label: string | null): OperatingPoint | null {
  const wanted = label ?? defaultLabel;
  return publishedPoints.find((point) => point.label === wanted) ?? null;
}
