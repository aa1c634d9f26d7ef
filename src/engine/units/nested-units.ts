// From places to cut to units: small neighbouring fields are gathered, elements stand alone, and each unit carries the
// names above it and points to the unit that opens what it lies in. Knows nothing of brackets or tags.
import { LESS_THAN, OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS } from "./char-codes.ts";
import { addPiece, type Draft, openSection, seal } from "./draft.ts";
import { type Container, type Mark, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";

/** Elements that are containers stand alone, unless two of them are together shorter than this. */
const ELEMENT_UNIT_CHARS = 80;

/** Opening brackets and names up to this size belong to the first element behind them. */
const OPENING_CHARS_MAX = 80;

/** Names given as search context, nearest last, at most this many characters. */
const PATH_CHARS_MAX = 120;

/** A child that holds this share of its container is what the container is about. */
const MAIN_SHARE = 0.6;

/** Lists of up to this many elements may be mere wrappers: `[{"page": 1}, [...rows]]`. */
const WRAPPER_CHILDREN_MAX = 3;

/** How much of a list's first element is looked at to tell rows from nested elements. */
const ROW_PROBE_CHARS = 2000;

/** Goes down from the outermost container while one child makes up most of it, and stops at a list. */
export function mainContainer(nesting: Nesting, root: number): number {
  let id = root;
  for (;;) {
    const container = nesting.containers[id];
    const child = container === undefined ? undefined : nesting.containers[container.largest];
    if (container === undefined || child === undefined) return id;
    // Loose words around the value are children of the outermost container only: they make no list of it.
    if (container.isList && id !== root && container.children > WRAPPER_CHILDREN_MAX) return id;
    const isWrapper = container.children === 1;
    if (!isWrapper && child.end - child.start < MAIN_SHARE * (container.end - container.start)) return id;
    id = container.largest;
  }
}

/** True when the first element of the array holds no further container: the elements are rows. */
export function isFlat(text: string, nesting: Nesting, main: number): boolean {
  const container = nesting.containers[main];
  const first = nesting.marks.find((mark) => mark.parent === main);
  if (container === undefined || first === undefined) return false;
  const stop = Math.min(container.end, first.start + ROW_PROBE_CHARS);
  const opening = text.charAt(first.start);
  if (!"[{(".includes(opening)) return false;
  for (let i = first.start + 1; i < stop; i++) {
    const letter = text.charAt(i);
    if (letter === "}" || letter === "]" || letter === ")") return true;
    if (letter === "{" || letter === "[") return false;
  }
  return false;
}

export interface Emission {
  /** The container whose children are counted ... */
  readonly main: number;
  /** ... unless every field is. */
  readonly countsFields: boolean;
}

/** Adds the marked places of `[draft.at, end)` as units. */
export function emitNested(draft: Draft, end: number, nesting: Nesting, { main, countsFields }: Emission): void {
  const { marks, containers } = nesting;
  const contexts: (string | undefined)[] = [];
  // For each container: the unit that gives its children their meaning.
  const heads: number[] = [];
  let lastParent = -1;
  let lastCarried = false;
  let lastUnit = -1;
  let lastWhole = -1;
  const opened: Mark[] = [];
  let frame = marks[0];
  let count = 0;
  for (let i = 0; i < marks.length && frame !== undefined; i++) {
    const mark = marks[i];
    const next = marks[i + 1];
    if (mark === undefined) break;
    if (countsFields) count += (next?.fieldsBefore ?? nesting.fields) - mark.fieldsBefore;
    else if (mark.parent === main) count += mark.children;
    if (mark !== frame) opened.push(mark);
    else if (mark.first) heads[mark.parent] = lastUnit;
    const stop = next?.start ?? end;
    if (next?.first === true && stop - frame.start <= OPENING_CHARS_MAX) continue;
    if (frame.parent !== lastParent || frame.carriesOn !== lastCarried || opensList(containers, opened)) seal(draft);
    if (frame.parent === main && next !== undefined && next.parent !== main) openSection(draft);
    const head = frame.carriesOn ? lastWhole : (heads[frame.parent] ?? -1);
    lastUnit = addPiece(draft, stop, {
      count,
      head,
      context: pathOf(draft.text, containers, frame.parent, contexts),
      joinUpTo: joinSize(draft.text, frame, containers),
    });
    noteHeads(heads, containers, opened, lastUnit);
    if (!mark.carriesOn) lastWhole = lastUnit;
    lastParent = mark.parent;
    lastCarried = mark.carriesOn;
    frame = next;
    opened.length = 0;
    count = 0;
  }
}

/** True when the piece holds the first element of a list: it stays apart from the fields before the list. */
function opensList(containers: readonly Container[], opened: readonly Mark[]): boolean {
  return opened.some(({ parent }) => containers[parent]?.isList === true);
}

/** Fields, scalars and parts of one string gather up to a unit; elements with an inside of their own stay apart. */
function joinSize(text: string, mark: Mark, containers: readonly Container[]): number {
  const opening = text.charCodeAt(mark.start);
  const isContainer =
    opening === OPEN_BRACE || opening === OPEN_BRACKET || opening === OPEN_PARENTHESIS || opening === LESS_THAN;
  return isContainer && containers[mark.parent]?.isList === true ? ELEMENT_UNIT_CHARS : NESTED_UNIT_CHARS;
}

/**
 * The containers that `piece` opens together with their first child: an object's later fields take the unit as their
 * head; an array's later elements do not, since the unit is one of them, and take what the array itself hangs on.
 */
function noteHeads(heads: number[], containers: readonly Container[], opened: readonly Mark[], unit: number): void {
  for (const mark of opened) {
    const container = containers[mark.parent];
    if (container === undefined) continue;
    heads[mark.parent] = container.isList ? (heads[container.parent] ?? -1) : unit;
  }
}

function pathOf(text: string, containers: readonly Container[], id: number, contexts: (string | undefined)[]): string {
  const known = contexts[id];
  if (known !== undefined) return known;
  const container = containers[id];
  if (container === undefined) return "";
  const above = container.parent === -1 ? "" : pathOf(text, containers, container.parent, contexts);
  const key = text.slice(container.nameStart, Math.min(container.nameEnd, container.nameStart + PATH_CHARS_MAX));
  const path = key === "" ? above : above === "" ? key : `${above} ${key}`;
  const kept = path.length <= PATH_CHARS_MAX ? path : path.slice(path.indexOf(" ", path.length - PATH_CHARS_MAX) + 1);
  contexts[id] = kept;
  return kept;
}
