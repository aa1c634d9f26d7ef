// What the tests on files share: unwraps a checked value, or fails with its mistakes.
import type { Checked } from "../../src/config/violations.ts";

export function unwrap<T>(checked: Checked<T>): T {
  if ("mistakes" in checked) throw new Error(checked.mistakes.join("\n"));
  return checked.value;
}

export function mistakesOf(checked: Checked<unknown>): readonly string[] {
  if ("mistakes" in checked) return checked.mistakes;
  throw new Error("expected mistakes, got a value");
}
