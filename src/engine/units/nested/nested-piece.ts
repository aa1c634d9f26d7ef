// A piece of nested text is a run of marks: one, or several of which each opens the next. By their numbers: what it
// counts, what it opens, and up to which size it takes others in. Of brackets and tags it sees how an element begins.
import { LESS_THAN, OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS } from "../../../text/char-codes.ts";
import { type Container, type Mark, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";

/** Elements that are containers stand alone, unless two of them are together shorter than this. */
const ELEMENT_UNIT_CHARS = 80;

/** Sentences of a long value share a unit up to this size. */
const VALUE_UNIT_CHARS = 200;

export interface Emission {
  /** The container whose children are counted ... */
  readonly main: number;
  /** ... unless every field is. */
  readonly countsFields: boolean;
}

/** What a piece counts: the fields that begin in it, or the children of one container. */
export function countOf(nesting: Nesting, { main, countsFields }: Emission, from: number, to: number): number {
  const { marks, fields } = nesting;
  if (countsFields) return (marks[to + 1]?.fieldsBefore ?? fields) - (marks[from]?.fieldsBefore ?? 0);
  let count = 0;
  for (let at = from; at <= to; at++) if (marks[at]?.parent === main) count += marks[at]?.children ?? 0;
  return count;
}

export function isWithin({ start }: Mark, container: Container | undefined): boolean {
  return container !== undefined && start >= container.start && start < container.end;
}

/** True when the piece holds a child of that container. */
export function holdsChildOf(container: number, { marks }: Nesting, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (marks[at]?.parent === container) return true;
  return false;
}

/** True when the piece holds the first element of a list: it stays apart from the fields before the list. */
export function opensList({ marks, containers }: Nesting, from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) if (containers[marks[at]?.parent ?? -1]?.isList === true) return true;
  return false;
}

/** Fields, scalars and parts of one string gather up to a unit; elements with an inside of their own stay apart. */
export function joinSize(text: string, { containers }: Nesting, mark: Mark): number {
  if (mark.carriesOn) return VALUE_UNIT_CHARS;
  const opening = text.charCodeAt(mark.start);
  const isContainer =
    opening === OPEN_BRACE || opening === OPEN_BRACKET || opening === OPEN_PARENTHESIS || opening === LESS_THAN;
  return isContainer && containers[mark.parent]?.isList === true ? ELEMENT_UNIT_CHARS : NESTED_UNIT_CHARS;
}
