// Finds the head of a tool's schema: the name of the tool and what it is for. A tool is chosen by its head.
// In: a record. Out: ranges of its text. Parameters, example code and measurements are never part of the head.
import type { SegmentedRecord } from "../model.ts";
import { oneOf } from "../units/line-patterns.ts";

/** Keys that open the parameters. The text before them is the head. */
const PARAMETER_KEYS = ['"parameters"', '"inputSchema"', '"input_schema"', '"properties"', '"args"'];

/** Maximum length of a head, and of one field of it. UTF-16 units. */
const HEAD_LENGTH_MAX = 600;

/** Only this much of a schema is searched for the fields of its head. UTF-16 units. */
const SEARCHED_LENGTH_MAX = 4000;

/**
 * Fields that name or summarise a tool. In a schema without parameters they may stand anywhere: in model cards they
 * follow example code.
 */
const FIELD_NAME = oneOf("name title api_name tool_name endpoint description summary functionality domain category");
const FIELD = new RegExp(`"${FIELD_NAME.source}"\\s{0,8}:\\s{0,8}"((?:[^"\\\\]|\\\\.){0,${HEAD_LENGTH_MAX}})`, "g");

interface HeadRange {
  readonly start: number;
  readonly end: number;
}

/** The head in ascending ranges; none if the record is not a schema. */
export function headRanges({ source }: SegmentedRecord): readonly HeadRange[] {
  if (source.kind !== "tool_schema") return [];
  const ends = PARAMETER_KEYS.map((key) => source.text.indexOf(key)).filter((at) => at > 0);
  const opening = { start: 0, end: Math.min(source.text.length, HEAD_LENGTH_MAX, ...ends) };
  const fields = ends.length > 0 ? [] : [...source.text.slice(0, SEARCHED_LENGTH_MAX).matchAll(FIELD)];
  if (fields.length === 0) return [opening];
  return fields.map(({ index, 0: field, 1: value = "" }) => {
    const end = index + field.length;
    return { start: end - value.length, end };
  });
}

/** The text of the head; "" if the record is not a schema. */
export function schemaHead(record: SegmentedRecord): string {
  return headRanges(record)
    .map(({ start, end }) => record.source.text.slice(start, end))
    .join("\n");
}
