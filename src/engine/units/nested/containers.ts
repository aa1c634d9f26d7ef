// Interprets the containers of nested text: finds the one the text is about, the search context of each piece, and the
// unit a piece depends on. The marks and containers of a scan come in. Never reads more than a bounded part of a
// container.
import { nameAt } from "./naming.ts";
import type { Container, Mark, Nesting } from "./nesting.ts";

/** If a child takes up this share of its container, the child is the main content. */
const MAIN_SHARE = 0.6;

/** A list of up to this many elements may only hold the list that counts: `[{"page": 1}, [...rows]]`. */
const HOLDER_CHILDREN_MAX = 3;

/** How much of a list's first element is read to distinguish flat rows from nested elements. */
const ROW_PROBE_CHARS = 2000;

/** Elements of a list are passages if they average at least this length, and enough of them hold a long text. */
const PASSAGE_CHARS_MEAN_MIN = 300;
/** The minimum share of elements that hold a text too long for one unit. */
const PASSAGE_SHARE_MIN = 0.5;

/** Descends from the outermost container as long as one child takes up most of it. Stops at a list. */
export function mainContainer(nesting: Nesting, root: number): number {
  let id = root;
  for (;;) {
    const container = nesting.containers[id];
    const child = container === undefined ? undefined : nesting.containers[container.largest];
    if (container === undefined || child === undefined) return id;
    // Loose words around the value are also children of the root, so many children do not make the root a list.
    if (container.isList && id !== root && container.children > HOLDER_CHILDREN_MAX) return id;
    const isHolder = container.children === 1;
    if (!isHolder && child.end - child.start < MAIN_SHARE * (container.end - container.start)) return id;
    id = container.largest;
  }
}

/** True if the first element of the array contains no nested container, which makes the elements rows. */
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

/** True for a list whose elements are long because of the texts in them: each element is a passage of its own. */
export function hasPassages({ containers, marks }: Nesting, main: number): boolean {
  const container = containers[main];
  if (container?.isList !== true || container.children < 2) return false;
  if (container.end - container.start < PASSAGE_CHARS_MEAN_MIN * container.children) return false;
  let element = 0;
  let last = 0;
  let long = 0;
  for (const { parent, children, continuesValue } of marks) {
    if (parent === main) element += children;
    if (!continuesValue || element === last) continue;
    last = element;
    long += 1;
  }
  return long >= PASSAGE_SHARE_MIN * container.children;
}

/** Maximum length of the search context. It ends with the nearest name or label. */
const CONTEXT_CHARS_MAX = 120;

/** The first characters of an element without a name label the rest of it: that is usually where its id is. */
const LABEL_CHARS = 60;

export interface Paths {
  readonly text: string;
  readonly containers: readonly Container[];
  /** The container whose children are counted. */
  readonly main: number;
  /** Cached contexts, by container. */
  readonly known: (string | undefined)[];
}

/**
 * The names of a container and its ancestors. An object is followed by its key and its title, and a list element
 * without them by its beginning.
 */
export function contextOf(paths: Paths, id: number): string {
  const known = paths.known[id];
  if (known !== undefined) return known;
  const { text, containers } = paths;
  const container = containers[id];
  if (container === undefined) return "";
  const above = container.parent === -1 ? "" : contextOf(paths, container.parent);
  const name = text.slice(container.nameStart, Math.min(container.nameEnd, container.nameStart + CONTEXT_CHARS_MAX));
  const names = namesOf(paths, container);
  const label = names === "" && isElement(paths, container) ? labelOf(text, container) : names;
  const context = joined(joined(above, name), (container.isList && labelsBeside(paths, container)) || label);
  const from = context.length <= CONTEXT_CHARS_MAX ? 0 : context.indexOf(" ", context.length - CONTEXT_CHARS_MAX) + 1;
  const kept = context.slice(from).slice(-CONTEXT_CHARS_MAX);
  paths.known[id] = kept;
  return kept;
}

/** The object with the labels of a series. */
const LABELS = /"(?:tags|labels|metric|dimensions)"\s{0,9}:\s{0,9}\{([^{}]{1,400})\}/;
/** How much of a series is searched for its labels. */
const LABELS_WITHIN_CHARS = 600;
/** How much of the labels serves as search context. */
const LABELS_CHARS_MAX = 60;

/** The labels of a series, which are before the list of its values: `"tags": {"host": "web-02"}`. */
function labelsBeside({ text, containers }: Paths, { start, parent }: Container): string {
  const object = containers[parent];
  if (object === undefined || object.isList) return "";
  const before = text.slice(object.start, Math.min(start, object.start + LABELS_WITHIN_CHARS));
  const [, labels = ""] = LABELS.exec(before) ?? [];
  return labels
    .replaceAll(/[^\p{L}\p{N}/_.-]+/gu, " ")
    .trim()
    .slice(0, LABELS_CHARS_MAX);
}

/** The key and the title of an object. "" for one that holds the main content: they do not distinguish its parts. */
function namesOf({ text, containers, main }: Paths, { start, end, parent, keyAt, titleAt }: Container): string {
  const content = containers[main];
  if (parent === -1 || content === undefined) return "";
  // If everything is main content, as in JSON Lines, each object in it has a name.
  if (main > 0 && start <= content.start && end >= content.end) return "";
  return joined(nameAt(text, keyAt), nameAt(text, titleAt));
}

/** Joins two strings with a space; an empty one is dropped. */
function joined(one: string, other: string): string {
  if (one === "") return other;
  return other === "" ? one : `${one} ${other}`;
}

/** True for one of several elements: an object in any list, or any child of the main list. */
function isElement({ containers, main }: Paths, { parent, isList }: Container): boolean {
  const list = containers[parent];
  if (list === undefined || !list.isList || list.children < 2) return false;
  return parent === main || !isList;
}

/** White space other than single spaces. Text without it, as programs print it on one line, needs no replacing. */
const WIDE_SPACE = /\s\s|[^\S ]/;

function labelOf(text: string, { start, end }: Container): string {
  const written = text.slice(start, Math.min(end, start + 2 * LABEL_CHARS));
  const opening = WIDE_SPACE.test(written) ? written.replaceAll(/\s+/g, " ") : written;
  if (opening.length <= LABEL_CHARS) return opening;
  const space = opening.lastIndexOf(" ", LABEL_CHARS);
  return opening.slice(0, space > 0 ? space : LABEL_CHARS);
}

/** For each container, the unit its children depend on; missing or -1 if there is none. */
export type Heads = number[];

/** When a piece starts with the first child of a container, the container's children depend on the unit before it. */
export function linkFirst(heads: Heads, { parent, first }: Mark, lastUnit: number): void {
  if (first) heads[parent] = lastUnit;
}

/**
 * Handles a container that a piece opens together with its first child. The later fields of an object depend on this
 * unit, and so do the later elements of an array, which mean nothing without its name. The main array is an exception:
 * the unit is itself one of its elements, so the others inherit the array's own head.
 */
export function linkOpened(heads: Heads, { containers, main }: Paths, opened: number, unit: number): void {
  const container = containers[opened];
  if (container === undefined) return;
  const isNameless = container.isList && opened === main;
  heads[opened] = isNameless ? (heads[container.parent] ?? -1) : unit;
}

/**
 * When a piece names the container that its last field is in, the container's later children depend on its unit. So do
 * those of the objects around it that have no title of their own.
 */
export function linkNamed(heads: Heads, { containers }: Paths, { start, end, parent }: Named, unit: number): void {
  let id = parent;
  for (let container = containers[id]; container !== undefined; container = containers[id]) {
    const { keyAt, titleAt } = container;
    if ((keyAt < start || keyAt >= end) && (titleAt < start || titleAt >= end)) return;
    heads[id] = unit;
    id = container.parent;
  }
}

/** A piece of the text, and the container of its last field. */
interface Named {
  readonly start: number;
  readonly end: number;
  readonly parent: number;
}
