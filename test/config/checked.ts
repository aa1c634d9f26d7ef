// Shared by the tests on files: unwraps a checked value, or fails with its violations.
import type { Checked } from "../../src/config/violations.ts";

export function unwrap<T>(checked: Checked<T>): T {
  if ("violations" in checked) throw new Error(checked.violations.join("\n"));
  return checked.value;
}

export function violationsOf(checked: Checked<unknown>): readonly string[] {
  if ("violations" in checked) return checked.violations;
  throw new Error("expected violations, got a value");
}
