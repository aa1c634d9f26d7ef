// The parts of a score. Each part has one number for every unit.
import { float64s } from "../../text/slab.ts";

/** Scores by part name, one number for each unit. Empty for a part that adds to no unit. */
export type UnitParts = Map<string, Float64Array>;

/** A part that adds to no unit. */
export const NO_GAIN = new Float64Array(0);

/** The numbers of a part. Creates a missing part with all values 0. */
export function partOf(parts: UnitParts, name: string, units: number): Float64Array {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const made = float64s(units);
  parts.set(name, made);
  return made;
}

/** The sum of all parts, unit by unit. */
export function sumOf(parts: UnitParts, units: number): Float64Array {
  const sum = float64s(units);
  for (const values of parts.values()) {
    for (let at = 0; at < values.length; at += 1) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0);
  }
  return sum;
}
