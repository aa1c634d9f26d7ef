// A tool that repeats the question in its answer (`{"query": "...", "results": [...]}`) has not answered it there.
// In: the task's prompt. Out: a test for units that hold all of it as one value, and little else.
import type { SegmentedRecord, Unit } from "../model.ts";

/** A shorter prompt is a name or a key, and its field may well answer it. UTF-16 units. */
const PROMPT_LENGTH_MIN = 12;

/** What an echo may hold besides: names of fields, brackets, a small field or two. UTF-16 units. */
const BESIDE_LENGTH_MAX = 120;

export type EchoTest = (record: SegmentedRecord, unit: Unit) => boolean;

export function echoTest(prompt: string): EchoTest {
  const asked = prompt.trim();
  if (asked.length < PROMPT_LENGTH_MIN) return () => false;
  const escaped = JSON.stringify(asked).slice(1, -1);
  return ({ type, source }, { start, end }) => {
    if (type !== "json" && type !== "ndjson") return false;
    const length = end - start;
    if (length < asked.length || length > escaped.length + BESIDE_LENGTH_MAX) return false;
    const text = source.text.slice(start, end);
    return text.includes(`"${escaped}"`) || text.includes(`"${asked}"`);
  };
}
