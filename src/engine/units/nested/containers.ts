// What a container of nested text means to its pieces: which container the text is about, the words that find a
// piece, and the unit that it hangs on.
import { LESS_THAN } from "../../../text/char-codes.ts";
import { LAYOUT_TAGS } from "./markup-tags.ts";
import type { Container, Mark, Nesting } from "./nesting.ts";

/** A child that holds this share of its container is what the container is about. */
const MAIN_SHARE = 0.6;

/** Lists of up to this many elements may be mere wrappers: `[{"page": 1}, [...rows]]`. */
const WRAPPER_CHILDREN_MAX = 3;

/** How much of a list's first element is looked at to tell rows from nested elements. */
const ROW_PROBE_CHARS = 2000;

/** Elements at least this long on average are passages. */
const PASSAGE_CHARS_MEAN_MIN = 300;
/** ... when this share of them holds a text too long for one unit. */
const PASSAGE_SHARE_MIN = 0.5;

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

/** A list whose elements are long because of the texts in them: each is a passage, judged by itself. */
export function hasPassages({ containers, marks }: Nesting, main: number): boolean {
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

/** Names and labels given as search context, nearest last, at most this many characters. */
const CONTEXT_CHARS_MAX = 120;

/** So much of an element's beginning, where its id or title mostly stands, labels the rest of it. */
const LABEL_CHARS = 60;

export interface Paths {
  readonly text: string;
  readonly containers: readonly Container[];
  /** The container whose children are counted. */
  readonly main: number;
  /** Contexts that were asked for before, by container. */
  readonly known: (string | undefined)[];
}

/** The names above what lies in a container, and the label of the element it is or lies in. */
export function contextOf(paths: Paths, id: number): string {
  const known = paths.known[id];
  if (known !== undefined) return known;
  const { text, containers } = paths;
  const container = containers[id];
  if (container === undefined) return "";
  const above = container.parent === -1 ? "" : contextOf(paths, container.parent);
  const name = text.slice(container.nameStart, Math.min(container.nameEnd, container.nameStart + CONTEXT_CHARS_MAX));
  const label = isElement(paths, container) ? labelOf(text, container) : "";
  const context = joined(joined(above, name), label);
  const from = context.length <= CONTEXT_CHARS_MAX ? 0 : context.indexOf(" ", context.length - CONTEXT_CHARS_MAX) + 1;
  const kept = context.slice(from).slice(-CONTEXT_CHARS_MAX);
  paths.known[id] = kept;
  return kept;
}

/** Two words with a blank between them, or the one that there is. */
function joined(one: string, other: string): string {
  if (one === "") return other;
  return other === "" ? one : `${one} ${other}`;
}

/** One of several elements: an object in a list, or whatever the list that matters most is made of. */
function isElement({ containers, main }: Paths, { parent, isList }: Container): boolean {
  const list = containers[parent];
  if (list === undefined || !list.isList || list.children < 2) return false;
  return parent === main || !isList;
}

/** White space other than blanks that stand alone: one look spares what a program wrote on one line the replacing. */
const WIDE_SPACE = /\s\s|[^\S ]/;

function labelOf(text: string, { start, end }: Container): string {
  const written = text.slice(start, Math.min(end, start + 2 * LABEL_CHARS));
  const opening = WIDE_SPACE.test(written) ? written.replaceAll(/\s+/g, " ") : written;
  if (opening.length <= LABEL_CHARS) return opening;
  const space = opening.lastIndexOf(" ", LABEL_CHARS);
  return opening.slice(0, space > 0 ? space : LABEL_CHARS);
}

/** By container, the unit that its children hang on; nothing or -1 for none. */
export type Heads = number[];

/** The container whose first child begins a piece: its children hang on the unit before that. */
export function noteFirst(heads: Heads, paths: Paths, { parent, first }: Mark, lastUnit: number): void {
  if (!first) return;
  const container = paths.containers[parent];
  heads[parent] = isLayout(paths, container) ? (heads[container?.parent ?? -1] ?? -1) : lastUnit;
}

/**
 * A container that a piece opens together with its first child: an object's later fields take the unit as their head,
 * and so do an array's later elements, which are nothing without its name. Those of the array that matters most take
 * what that itself hangs on: the unit is one of them.
 */
export function noteOpened(heads: Heads, paths: Paths, opened: number, unit: number): void {
  const { containers, main } = paths;
  const container = containers[opened];
  if (container === undefined) return;
  const isNameless = isLayout(paths, container) || (container.isList && opened === main);
  heads[opened] = isNameless ? (heads[container.parent] ?? -1) : unit;
}

function isLayout({ text }: Paths, container: Container | undefined): boolean {
  if (container === undefined) return false;
  const { start, nameStart, nameEnd } = container;
  return text.charCodeAt(start) === LESS_THAN && LAYOUT_TAGS.has(text.slice(nameStart, nameEnd).toLowerCase());
}
