// The fingerprint of an operating point: equal configurations have equal digests, in any order of their keys.
import { createHash } from "node:crypto";
import type { OperatingPoint } from "../../src/engine/select.ts";

export function pointDigest(point: OperatingPoint): string {
  return createHash("sha256").update(canonical(point)).digest("hex");
}

function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}
