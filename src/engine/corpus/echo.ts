// A tool that repeats the question in its answer (`{"query": "...", "results": [...]}`) has not answered it there.
// In: the task's prompt and a unit. Out: whether the unit holds all of the prompt as one value, and little else.
import type { SegmentedRecord, Unit } from "../model.ts";

/** A shorter prompt is a name or a key, and its field may well answer it. UTF-16 units. */
const PROMPT_LENGTH_MIN = 12;

/** What an echo may hold besides: names of fields, brackets, a small field or two. UTF-16 units. */
const BESIDE_LENGTH_MAX = 120;

/** A prompt as an echo of it is written. */
export interface Echo {
  readonly plain: string;
  /** As JSON writes it. */
  readonly escaped: string;
}

export function echoOf(prompt: string): Echo {
  const plain = prompt.trim();
  return { plain, escaped: JSON.stringify(plain).slice(1, -1) };
}

export function isEcho({ plain, escaped }: Echo, { type, source }: SegmentedRecord, { start, end }: Unit): boolean {
  if (plain.length < PROMPT_LENGTH_MIN || (type !== "json" && type !== "ndjson")) return false;
  const length = end - start;
  if (length < plain.length || length > escaped.length + BESIDE_LENGTH_MAX) return false;
  const text = source.text.slice(start, end);
  return text.includes(`"${escaped}"`) || text.includes(`"${plain}"`);
}
