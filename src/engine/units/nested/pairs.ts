// Finds lists of pairs, such as `[{"field": "status", "value": "200"}, ...]`: each is one object in another form, and a
// pair says little without the others. In: a scanned text. Out: the lists are objects, so their pairs may share a unit.
// Reads the beginning of each element of a list. The main list is left alone: its elements are what is looked for.
import { matchesAt } from "../line-patterns.ts";
import type { Container, Nesting } from "./nesting.ts";

/** White space between tokens, as deep as a printer indents. */
const GAP = "\\s{0,80}";
const COLON = `${GAP}:${GAP}`;
const COMMA = `${GAP},${GAP}`;

const NAME = `"(?:field|key|name|label)"${COLON}"[^"\\\\]{1,80}"`;
const TYPE = `"type"${COLON}"[^"\\\\]{1,40}"`;
const VALUE = `"(?:value|stringvalue)"${COLON}`;
const SHORT_VALUE = '(?:"[^"\\\\]{0,80}"|[\\w.+-]{1,40})';

/** How a pair begins: with a name and a value in either order, perhaps with a type before the value. */
const PAIR = new RegExp(
  `\\{${GAP}(?:${NAME}${COMMA}(?:${TYPE}${COMMA})?${VALUE}|${VALUE}${SHORT_VALUE}${COMMA}${NAME})`,
  "iy",
);

/** A list with fewer pairs is too short to tell. */
const PAIRS_MIN = 2;

/** The count for a list that holds something else. */
const NO_PAIRS = -1;

/** Turns lists of pairs into objects, except for the list `main`. */
export function joinPairs(text: string, { containers, marks }: Nesting, main: number): void {
  const counts = new Map<number, number>();
  for (const { parent, start, continuesValue } of marks) {
    if (continuesValue || parent === main || !isInnerList(containers[parent])) continue;
    const count = counts.get(parent) ?? 0;
    if (count !== NO_PAIRS) counts.set(parent, matchesAt(PAIR, text, start) ? count + 1 : NO_PAIRS);
  }
  for (const [parent, count] of counts) {
    const list = containers[parent];
    if (count >= PAIRS_MIN && list !== undefined) list.isList = false;
  }
  for (const mark of marks) if ((counts.get(mark.parent) ?? 0) >= PAIRS_MIN) mark.apart = false;
}

/** True for a list that is not the root of the scan. */
function isInnerList(container: Container | undefined): boolean {
  return container?.isList === true && container.parent !== -1;
}
