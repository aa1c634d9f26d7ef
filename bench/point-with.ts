// An operating point with some of its settings changed, to measure what they contribute. In: a point and dotted paths.
// Out: a new point. It must reject a path that does not exist, because a typo would measure nothing.
import type { OperatingPoint } from "../src/engine/select.ts";

export interface Setting {
  /** Dotted, such as `score.feedback.weight`. */
  readonly path: string;
  readonly value: number;
}

export function withSettings(point: OperatingPoint, settings: readonly Setting[]): OperatingPoint {
  const changed = structuredClone(point);
  for (const { path, value } of settings) assign(changed, path, value);
  return changed;
}

function assign(root: object, path: string, value: number): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let target: unknown = root;
  for (const key of keys) target = typeof target === "object" && target !== null ? Reflect.get(target, key) : undefined;
  if (typeof target !== "object" || target === null || typeof Reflect.get(target, last) !== "number") {
    throw new Error(`setting ${path} is not a number of the point`);
  }
  Reflect.set(target, last, value);
}
