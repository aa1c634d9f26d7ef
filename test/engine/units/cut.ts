// Cuts a text with the engine and returns a form that is easy to read in a test.
import type { RecordKind } from "../../../src/engine/model.ts";
import { segmentText } from "../../../src/engine/segment.ts";

export interface Cut {
  readonly type: string;
  readonly noun: string;
  /** The units' texts, in order. */
  readonly parts: readonly string[];
  readonly counts: readonly number[];
  readonly heads: readonly number[];
  readonly announces: readonly boolean[];
  readonly contexts: readonly string[];
  readonly blocks: readonly number[];
}

export function cut(text: string, kind: RecordKind = "tool_result"): Cut {
  const { type, noun, units } = segmentText(text, kind);
  return {
    type: type.name,
    noun: noun.many,
    parts: units.map(({ start, end }) => text.slice(start, end)),
    counts: units.map(({ count }) => count),
    heads: units.map(({ head }) => head),
    announces: units.map(({ announces }) => announces),
    contexts: units.map(({ context }) => context),
    blocks: units.map(({ block }) => block),
  };
}

export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The lines of a text that are not blank, as a sample has them. */
export function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** The index of the one unit that contains `needle`; fails if there is none or more than one. */
export function indexOf({ parts }: Cut, needle: string): number {
  const found = parts.flatMap((part, index) => (part.includes(needle) ? [index] : []));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} units hold ${JSON.stringify(needle)}`);
  return only;
}
