// Makes the parts of a tool's schema depend on its signature: its name, the beginning of its description, and which
// parameters it requires. A part of a schema without them neither tells the tool nor how it is called.
// In: a scanned schema, then its units. Out: `required` has a unit of its own, and the heads of units lead to the
// signature. Never changes how the text is divided otherwise.
import type { Draft, OpenUnit } from "../draft.ts";
import { KEY } from "./naming.ts";
import type { Nesting } from "./nesting.ts";
import type { Place, ToolFields } from "./tool-fields.ts";

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
