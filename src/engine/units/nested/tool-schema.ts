// Makes the parts of a tool's schema depend on its signature: its name, the beginning of its description, and which
// parameters it requires. Without these, a part says neither which tool it belongs to nor how to call the tool.
// Finds these fields wherever they stand: some writers sort fields by name, so the description comes first and the name
// last. In: a scanned schema, then its units. Out: `required` has a unit of its own, and the units depend on the
// signature. Never changes how the text is divided otherwise.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from "../../../text/characters.ts";
import type { Draft, OpenUnit } from "../draft.ts";
import { stringEnd } from "./json-strings.ts";
import { KEY } from "./naming.ts";
import type { Nesting } from "./nesting.ts";

/** A range of the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The outermost fields of each kind; null if there is none. */
export interface ToolFields {
  /** The value of the name, without quotes. */
  readonly name: Place | null;
  /** The value of the description, without quotes. */
  readonly description: Place | null;
  /** The list of required parameters, with its key. */
  readonly required: Place | null;
}

const KINDS = ["name", "description", "required"] as const;

/** The names above, with their quotes, are at most this long. */
const KEY_CHARS_MAX = 16;

interface Found extends Place {
  readonly depth: number;
}

/** Fields of inner objects, such as a parameter called `name`, stand deeper than those of the tool. */
export function toolFields(text: string, start: number, end: number): ToolFields {
  const found: Record<keyof ToolFields, Found | null> = { name: null, description: null, required: null };
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    if (code !== QUOTE) continue;
    const close = stringEnd(text, at + 1, end, QUOTE, 0);
    const key = close - at <= KEY_CHARS_MAX ? text.slice(at + 1, close) : "";
    const kind = KINDS.find((one) => one === key);
    const colon = skipSpace(text, close + 1, end);
    if (kind !== undefined && text.charCodeAt(colon) === COLON && depth < (found[kind]?.depth ?? Infinity)) {
      const place = placeOf(text, kind, { start: at, end }, skipSpace(text, colon + 1, end));
      if (place !== null) found[kind] = { ...place, depth };
    }
    at = close;
  }
  // A name that stands deeper than the description is that of a parameter.
  const isOfTool = (found.name?.depth ?? 0) <= (found.description?.depth ?? Infinity);
  return isOfTool ? found : { ...found, name: null };
}

/** A longer list of parameters is no longer a summary. */
const REQUIRED_CHARS_MAX = 1000;

/** The place of a field whose key is at `field.start` and whose value is at `value`; null for any other value. */
function placeOf(text: string, kind: keyof ToolFields, field: Place, value: number): Place | null {
  if (kind !== "required") {
    if (text.charCodeAt(value) !== QUOTE) return null;
    return { start: value + 1, end: stringEnd(text, value + 1, field.end, QUOTE, 0) };
  }
  if (text.charCodeAt(value) !== OPEN_BRACKET) return null;
  const limit = Math.min(field.end, value + REQUIRED_CHARS_MAX);
  let end = value + 1;
  while (end < limit && text.charCodeAt(end) !== CLOSE_BRACKET) end++;
  return { start: field.start, end: Math.min(end + 1, field.end) };
}

/** Keeps other fields out of the unit of `required`, so that it is short. */
export function separateRequired({ marks }: Nesting, { required }: ToolFields): void {
  if (required === null) return;
  const mark = marks.find(({ start }) => start === required.start);
  if (mark !== undefined && !mark.first) mark.naming = KEY;
}

/** Links the units from index `first` on. */
export function linkSignature(
  { text, units }: Draft,
  first: number,
  { name, description, required }: ToolFields,
): void {
  if (name === null) return;
  const chain = [name, textIn(text, description), required].map((place) => unitAt(units, first, place));
  const signature = [...new Set(chain.filter((unit) => unit !== -1))];
  for (const [at, unit] of signature.entries()) setHead(units[unit], signature[at + 1] ?? -1);
  const top = signature[0] ?? -1;
  for (let at = first; at < units.length; at++) {
    const unit = units[at];
    if (unit?.head === -1 && !signature.includes(at)) unit.head = top;
  }
}

function setHead(unit: OpenUnit | undefined, head: number): void {
  if (unit !== undefined) unit.head = head;
}

/** The first unit from index `first` on that the place reaches into; -1 for no place. */
function unitAt(units: readonly OpenUnit[], first: number, place: Place | null): number {
  if (place === null) return -1;
  for (let at = first; at < units.length; at++) if ((units[at]?.end ?? 0) > place.start) return at;
  return -1;
}

/** A description may begin with escaped line breaks and indentation. */
const ESCAPED_SPACE = /(?:\\[nrt]|\s){0,400}/y;

function textIn(text: string, place: Place | null): Place | null {
  if (place === null) return null;
  ESCAPED_SPACE.lastIndex = place.start;
  ESCAPED_SPACE.test(text);
  return { ...place, start: Math.min(place.end, ESCAPED_SPACE.lastIndex) };
}
