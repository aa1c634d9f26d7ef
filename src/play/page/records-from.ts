// What was pasted or dropped: whole requests, records, or text that becomes one record.
// In: a text and its name. Out: requests, records, or what is wrong with them. Fields are not judged here: the engine
// says what is wrong with a field, in the words it always uses.
import { type Fields, isFields } from "./fields.ts";

export type Taken =
  | { readonly requests: readonly Fields[] }
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
  const request = requestIn(value);
  if (request !== null) return { requests: [request] };
  if (isFields(value) && "text" in value) return { records: [value] };
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return { records: value.map(recordFrom) };
  return { records: [{ id: name, title: name, text }] };
}

/** null for text that is not meant as JSON Lines. The first line decides what all of them have to be. */
function linesFrom(text: string, name: string): Taken | null {
  const records: Fields[] = [];
  const requests: Fields[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const one = parsed(line);
    const value = "value" in one ? one.value : undefined;
    const request = records.length === 0 ? requestIn(value) : null;
    if (request !== null) {
      requests.push(request);
    } else if (requests.length === 0 && isRecord(value)) {
      records.push(recordFrom(value));
    } else {
      if (requests.length === 0 && !linesName.test(name)) return null;
      const [what, lacks] = requests.length > 0 ? ["request", "records"] : ["record", "text"];
      const why = "problem" in one ? one.problem : `it has no ${lacks}`;
      return { problem: `line ${index + 1} of ${name} is no ${what}: ${why}` };
    }
  }
  return requests.length > 0 ? { requests } : { records };
}

/** A request as it is, or the one that a labelled case wraps. */
function requestIn(value: unknown): Fields | null {
  if (!isFields(value)) return null;
  if (Array.isArray(value.records)) return value;
  return isFields(value.request) && Array.isArray(value.request.records) ? value.request : null;
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
