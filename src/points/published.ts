// The registry: every label this build can resolve, the default first.
import type { OperatingPoint } from "../engine/operating-point.ts";
import { balanced1 } from "./balanced-1.ts";
import { dense1 } from "./dense-1.ts";
import { whole1 } from "./whole-1.ts";

export const publishedPoints: readonly OperatingPoint[] = [balanced1, whole1, dense1];

export const publishedLabels: readonly string[] = publishedPoints.map(({ label }) => label);

/** Used when a request names no label; moves when a better label is published. */
export const defaultLabel: string = balanced1.label;

/** @returns null for a label that is not published. */
export function findPoint(label: string | null): OperatingPoint | null {
  const wanted = label ?? defaultLabel;
  return publishedPoints.find((point) => point.label === wanted) ?? null;
}
