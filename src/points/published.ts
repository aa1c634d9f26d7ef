// The registry of every label that this build can resolve, the default first.
import type { OperatingPoint } from "../engine/select.ts";
import { balanced1 } from "./balanced-1.ts";
import { dense1 } from "./dense-1.ts";
import { whole1 } from "./whole-1.ts";

export const publishedPoints: readonly OperatingPoint[] = [balanced1, whole1, dense1];

export const publishedLabels: readonly string[] = publishedPoints.map(({ label }) => label);

/** Used if a request names no label. Changes when a better label is published. */
export const defaultLabel: string = balanced1.label;

/** @returns null for an unpublished label */
export function findPoint(label: string | null): OperatingPoint | null {
  const wanted = label ?? defaultLabel;
  return publishedPoints.find((point) => point.label === wanted) ?? null;
}
