// A tool is chosen by its name and its summary, not by the words its parameters happen to share with the task.
// In: a record of kind tool_schema. Out: the part of its text that names and summarises the tool.
import type { SegmentedRecord } from "../model.ts";

/** Where the parameters begin; what stands before is the head. */
const PARAMETER_KEYS = ['"parameters"', '"inputSchema"', '"input_schema"', '"properties"', '"args"'];

/** A head is at most this long. UTF-16 units. */
const HEAD_LENGTH_MAX = 600;

/** The head of a tool's schema; "" for any other record. */
export function schemaHead({ source }: SegmentedRecord): string {
  if (source.kind !== "tool_schema") return "";
  const text = source.text.slice(0, HEAD_LENGTH_MAX);
  const ends = PARAMETER_KEYS.map((key) => text.indexOf(key)).filter((at) => at > 0);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
}
