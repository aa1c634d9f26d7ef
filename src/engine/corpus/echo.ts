// A tool that repeats the question in its answer (`{"query": "...", "results": [...]}`) has not answered it there.
// In: the task's prompt and units, as they stand in their records. Out: whether a unit holds all of the prompt as one
// value, and little else.
import type { SegmentedRecord, Unit } from "../model.ts";

/** A shorter prompt is a name or a key, and its field may well answer it. UTF-16 units. */
const PROMPT_LENGTH_MIN = 12;

/** What an echo may hold besides: names of fields, brackets, a small field or two. UTF-16 units. */
const BESIDE_LENGTH_MAX = 120;

/** A prompt as an echo of it is written, and where it was last looked for. */
export interface Echo {
  readonly lengthMin: number;
  readonly lengthMax: number;
  /** As it is, and as JSON writes it, where that is something else. */
  readonly values: readonly Value[];
  record: SegmentedRecord | null;
}

/** A quoted string, and its first place in the record from the unit on that was last asked about. */
interface Value {
  readonly quoted: string;
  at: number;
}

export function echoOf(prompt: string): Echo {
  const plain = prompt.trim();
  const escaped = JSON.stringify(plain).slice(1, -1);
  const values = [...new Set([plain, escaped])].map((value) => ({ quoted: `"${value}"`, at: -1 }));
  return { values, lengthMin: plain.length, lengthMax: escaped.length + BESIDE_LENGTH_MAX, record: null };
}

/** @param unit not before those of the record that were asked about: a text is searched once for all of them */
export function isEcho(echo: Echo, record: SegmentedRecord, { start, end }: Unit): boolean {
  const { type, source } = record;
  if (echo.lengthMin < PROMPT_LENGTH_MIN || (type !== "json" && type !== "ndjson")) return false;
  if (end - start < echo.lengthMin || end - start > echo.lengthMax) return false;
  if (echo.record !== record) {
    echo.record = record;
    for (const value of echo.values) value.at = -1;
  }
  for (const value of echo.values) {
    if (value.at < start) {
      const found = source.text.indexOf(value.quoted, start);
      value.at = found === -1 ? source.text.length : found;
    }
    if (value.at + value.quoted.length <= end) return true;
  }
  return false;
}
