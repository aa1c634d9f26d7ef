// What was pasted or dropped: a whole request, records, or text that becomes one record.
// In: a text and its name. Out: a request, records, or what is wrong with them. Fields are not judged here: the engine
// says what is wrong with a field, in the words it always uses.
import { type Fields, isFields } from "./fields.ts";

export type Taken =
  | { readonly request: Fields }
  | { readonly records: readonly Fields[] }
  | { readonly problem: string };

const jsonName = /\.json$/i;
const linesName = /\.(?:jsonl|ndjson)$/i;

/** @param name a file's name, or what to call a pasted text */
export function recordsFrom(text: string, name: string): Taken {
  if (text.trim() === "") return { problem: `${name} is empty` };
  if (text.includes("\u0000")) return { problem: `${name} holds no text` };
  const whole = parsed(text);
  if ("value" in whole) return takenFrom(whole.value, text, name);
  if (jsonName.test(name)) return { problem: `${name} is not JSON: ${whole.problem}` };
  return linesFrom(text, name) ?? { records: [{ id: name, title: name, text }] };
}

function takenFrom(value: unknown, text: string, name: string): Taken {
  if (isFields(value)) {
    if (Array.isArray(value.records)) return { request: value };
    // A labelled case wraps its request.
    if (isFields(value.request) && Array.isArray(value.request.records)) return { request: value.request };
    if ("text" in value) return { records: [value] };
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return { records: value.map(recordFrom) };
  return { records: [{ id: name, title: name, text }] };
}

/** null for text that is not meant as JSON Lines. */
function linesFrom(text: string, name: string): Taken | null {
  const lines = text.split("\n");
  const records: Fields[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const one = parsed(line);
    const value = "value" in one ? one.value : undefined;
    if (isRequest(value)) return takenFrom(value, line, name);
    if (isRecord(value)) {
      records.push(recordFrom(value));
      continue;
    }
    if (!linesName.test(name)) return null;
    const why = "problem" in one ? one.problem : "it has no text";
    return { problem: `line ${index + 1} of ${name} is no record: ${why}` };
  }
  return { records };
}

function isRequest(value: unknown): boolean {
  return isFields(value) && (Array.isArray(value.records) || isFields(value.request));
}

function isRecord(value: unknown): value is string | Fields {
  return typeof value === "string" || (isFields(value) && "text" in value);
}

function recordFrom(value: string | Fields): Fields {
  return typeof value === "string" ? { text: value } : value;
}

function parsed(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "unreadable" };
  }
}
