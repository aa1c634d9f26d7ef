// From places to cut to units: small neighbouring fields are gathered, elements stand alone, and each unit carries the
// names above it and points to the unit that opens what it lies in. Knows nothing of brackets or tags.
import { LESS_THAN, OPEN_BRACE, OPEN_BRACKET, OPEN_PARENTHESIS } from "./char-codes.ts";
import { addPiece, type Draft, openPassage, openSection, seal } from "./draft.ts";
import { type Container, type Mark, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";

/** Elements that are containers stand alone, unless two of them are together shorter than this. */
const ELEMENT_UNIT_CHARS = 80;

/** Sentences of a long value share a unit up to this size. */
const VALUE_UNIT_CHARS = 200;

/** Opening brackets and names up to this size belong to the first element behind them. */
const OPENING_CHARS_MAX = 80;

/** Names and labels given as search context, nearest last, at most this many characters. */
const CONTEXT_CHARS_MAX = 120;

/** So much of an element's beginning, where its id or title mostly stands, labels the rest of it. */
const LABEL_CHARS = 60;

/** Elements at least this long on average are passages. */
const PASSAGE_CHARS_MEAN_MIN = 300;
/** ... when this share of them holds a text too long for one unit. */
const PASSAGE_SHARE_MIN = 0.5;

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

interface Paths {
  readonly text: string;
  readonly containers: readonly Container[];
  readonly main: number;
  /** Contexts that were asked for before, by container. */
  readonly known: (string | undefined)[];
}

/** Adds the marked places of `[draft.at, end)` as units. */
export function emitNested(draft: Draft, end: number, nesting: Nesting, { main, countsFields }: Emission): void {
  const { marks, containers } = nesting;
  const isPassages = !draft.isIndivisible && hasPassages(nesting, main);
  const paths: Paths = { text: draft.text, containers, main, known: [] };
  // For each container: the unit that gives its children their meaning.
  const heads: number[] = [];
  let lastParent = -1;
  let lastCarried = false;
  let lastApart = false;
  let lastUnit = -1;
  let lastWhole = -1;
  const opened: Mark[] = [];
  let frame = marks[0];
  let count = 0;
  let started = false;
  for (let i = 0; i < marks.length && frame !== undefined; i++) {
    const mark = marks[i];
    const next = marks[i + 1];
    if (mark === undefined) break;
    if (countsFields) count += (next?.fieldsBefore ?? nesting.fields) - mark.fieldsBefore;
    else if (mark.parent === main) count += mark.children;
    if (mark !== frame) opened.push(mark);
    else if (mark.first && !isLayout(paths, containers[mark.parent])) heads[mark.parent] = lastUnit;
    else if (mark.first) heads[mark.parent] = heads[containers[mark.parent]?.parent ?? -1] ?? -1;
    const stop = next?.start ?? end;
    if (next?.first === true && stop - frame.start <= OPENING_CHARS_MAX) continue;
    const isApart = frame.apart && !draft.isIndivisible;
    if (frame.parent !== lastParent || frame.carriesOn !== lastCarried || opensList(containers, opened)) seal(draft);
    else if (isApart || lastApart) seal(draft);
    if (isPassages && (frame.parent === main || opened.some(({ parent }) => parent === main))) openPassage(draft);
    else if (frame.parent === main && next !== undefined && next.parent !== main) openSection(draft);
    const head = frame.carriesOn ? lastWhole : (heads[frame.parent] ?? -1);
    started ||= count > 0;
    const piece = {
      count,
      joinUpTo: joinSize(draft.text, frame, containers),
      continues: count === 0 && started && (countsFields || isWithin(frame, containers[main])),
    };
    lastUnit = addPiece(draft, stop, piece, { head, context: contextOf(paths, frame.parent) });
    noteHeads(heads, paths, opened, lastUnit);
    if (!mark.carriesOn) lastWhole = lastUnit;
    lastParent = mark.parent;
    lastCarried = mark.carriesOn;
    lastApart = isApart;
    frame = next;
    opened.length = 0;
    count = 0;
  }
}

function isWithin({ start }: Mark, container: Container | undefined): boolean {
  return container !== undefined && start >= container.start && start < container.end;
}

/** A list whose elements are long because of the texts in them: each is a passage, judged by itself. */
function hasPassages({ containers, marks }: Nesting, main: number): boolean {
  const container = containers[main];
  if (container?.isList !== true || container.children < 2) return false;
  if (container.end - container.start < PASSAGE_CHARS_MEAN_MIN * container.children) return false;
  let element = 0;
  let last = 0;
  let long = 0;
  for (const { parent, children, carriesOn } of marks) {
    if (parent === main) element += children;
    if (!carriesOn || element === last) continue;
    last = element;
    long += 1;
  }
  return long >= PASSAGE_SHARE_MIN * container.children;
}

/** True when the piece holds the first element of a list: it stays apart from the fields before the list. */
function opensList(containers: readonly Container[], opened: readonly Mark[]): boolean {
  return opened.some(({ parent }) => containers[parent]?.isList === true);
}

/** Fields, scalars and parts of one string gather up to a unit; elements with an inside of their own stay apart. */
function joinSize(text: string, mark: Mark, containers: readonly Container[]): number {
  if (mark.carriesOn) return VALUE_UNIT_CHARS;
  const opening = text.charCodeAt(mark.start);
  const isContainer =
    opening === OPEN_BRACE || opening === OPEN_BRACKET || opening === OPEN_PARENTHESIS || opening === LESS_THAN;
  return isContainer && containers[mark.parent]?.isList === true ? ELEMENT_UNIT_CHARS : NESTED_UNIT_CHARS;
}

/**
 * The containers that `piece` opens together with their first child: an object's later fields take the unit as their
 * head, and so do an array's later elements, which are nothing without its name. Those of the array that matters most
 * take what that itself hangs on: the unit is one of them.
 */
function noteHeads(heads: number[], paths: Paths, opened: readonly Mark[], unit: number): void {
  const { containers, main } = paths;
  for (const mark of opened) {
    const container = containers[mark.parent];
    if (container === undefined) continue;
    const isNameless = isLayout(paths, container) || (container.isList && mark.parent === main);
    heads[mark.parent] = isNameless ? (heads[container.parent] ?? -1) : unit;
  }
}

/** Elements of HTML that lay a page out and say nothing of what they hold. */
const LAYOUT_TAGS = new Set(
  "html body main div section article aside nav header footer form center ul ol dl table tbody".split(" "),
);

function isLayout({ text }: Paths, container: Container | undefined): boolean {
  if (container === undefined) return false;
  const { start, nameStart, nameEnd } = container;
  return text.charCodeAt(start) === LESS_THAN && LAYOUT_TAGS.has(text.slice(nameStart, nameEnd).toLowerCase());
}

/** The names above what lies in a container, and the label of the element it is or lies in. */
function contextOf(paths: Paths, id: number): string {
  const known = paths.known[id];
  if (known !== undefined) return known;
  const { text, containers } = paths;
  const container = containers[id];
  if (container === undefined) return "";
  const above = container.parent === -1 ? "" : contextOf(paths, container.parent);
  const name = text.slice(container.nameStart, Math.min(container.nameEnd, container.nameStart + CONTEXT_CHARS_MAX));
  const label = isElement(paths, container) ? labelOf(text, container) : "";
  const context = [above, name, label].filter((part) => part !== "").join(" ");
  const from = context.length <= CONTEXT_CHARS_MAX ? 0 : context.indexOf(" ", context.length - CONTEXT_CHARS_MAX) + 1;
  const kept = context.slice(from).slice(-CONTEXT_CHARS_MAX);
  paths.known[id] = kept;
  return kept;
}

/** One of several elements: an object in a list, or whatever the list that matters most is made of. */
function isElement({ containers, main }: Paths, { parent, isList }: Container): boolean {
  const list = containers[parent];
  if (list === undefined || !list.isList || list.children < 2) return false;
  return parent === main || !isList;
}

function labelOf(text: string, { start, end }: Container): string {
  const opening = text.slice(start, Math.min(end, start + 2 * LABEL_CHARS)).replaceAll(/\s+/g, " ");
  if (opening.length <= LABEL_CHARS) return opening;
  const space = opening.lastIndexOf(" ", LABEL_CHARS);
  return opening.slice(0, space > 0 ? space : LABEL_CHARS);
}
