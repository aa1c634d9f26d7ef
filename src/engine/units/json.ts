// JSON, JSON Lines and Python literals: elements, rows and fields. A container that fits one unit is one; a larger one is
// opened, its small fields gathered, its large children opened in turn. Each unit carries the property names above it.
import type { UnitNoun } from "../model.ts";
import { addPiece, type Draft, openSection, seal } from "./draft.ts";
import { stringCuts } from "./json-string.ts";
import {
  type Container,
  type Dialect,
  JSON_UNIT_CHARS,
  type JsonTree,
  type Mark,
  openTree,
  scanJson,
} from "./json-tree.ts";

/** Elements that are containers stand alone, unless two of them are together shorter than this. */
const ELEMENT_UNIT_CHARS = 80;

/** Opening brackets and keys up to this size belong to the first element behind them. */
const OPENING_CHARS_MAX = 80;

/** Property names given as search context, nearest last, at most this many characters. */
const PATH_CHARS_MAX = 120;

/** A child that holds this share of its container is what the container is about. */
const MAIN_SHARE = 0.6;

/** Arrays of up to this many elements may be mere wrappers: `[{"page": 1}, [...rows]]`. */
const WRAPPER_CHILDREN_MAX = 3;

/** How much of an array's first element is looked at to tell rows from nested elements. */
const ROW_PROBE_CHARS = 2000;

/** Cuts `[draft.at, end)` and says what its units are to be called. */
export function cutJson(draft: Draft, end: number, dialect: Dialect = "json"): UnitNoun {
  const tree = openTree();
  const root = scanJson(draft.text, { start: draft.at, end }, tree, { dialect, cutString: stringCuts });
  const main = mainContainer(tree, root);
  const isArray = tree.containers[main]?.isArray === true;
  emit(draft, end, tree, { main, countsFields: !isArray });
  if (!isArray) return "fields";
  return isFlat(draft.text, tree, main) ? "rows" : "elements";
}

/** Goes down from the outermost container while one child makes up most of it, and stops at a list. */
function mainContainer(tree: JsonTree, root: number): number {
  let id = root;
  for (;;) {
    const container = tree.containers[id];
    const child = container === undefined ? undefined : tree.containers[container.largest];
    if (container === undefined || child === undefined) return id;
    if (container.isArray && container.children > WRAPPER_CHILDREN_MAX) return id;
    const isWrapper = container.children === 1;
    if (!isWrapper && child.end - child.start < MAIN_SHARE * (container.end - container.start)) return id;
    id = container.largest;
  }
}

/** True when the first element of the array holds no further container: the elements are rows. */
function isFlat(text: string, tree: JsonTree, main: number): boolean {
  const container = tree.containers[main];
  const first = tree.marks.find((mark) => mark.parent === main);
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

interface Emission {
  readonly main: number;
  readonly countsFields: boolean;
}

function emit(draft: Draft, end: number, tree: JsonTree, { main, countsFields }: Emission): void {
  const { marks, containers } = tree;
  const contexts: (string | undefined)[] = [];
  // For each container: the unit that gives its children their meaning.
  const heads: number[] = [];
  let lastParent = -1;
  let lastUnit = -1;
  let lastWhole = -1;
  let opened: Mark[] = [];
  let frame = marks[0];
  let count = 0;
  for (let i = 0; i < marks.length && frame !== undefined; i++) {
    const mark = marks[i];
    const next = marks[i + 1];
    if (mark === undefined) break;
    if (countsFields) count += (next?.fieldsBefore ?? tree.fields) - mark.fieldsBefore;
    else if (mark.parent === main && !mark.inString) count++;
    if (mark !== frame) opened.push(mark);
    else if (mark.first) heads[mark.parent] = lastUnit;
    const stop = next?.start ?? end;
    if (next?.first === true && stop - frame.start <= OPENING_CHARS_MAX) continue;
    if (frame.parent !== lastParent || frame.inString) seal(draft);
    if (frame.parent === main && next !== undefined && next.parent !== main) openSection(draft);
    const head = frame.inString ? lastWhole : (heads[frame.parent] ?? -1);
    lastUnit = addPiece(draft, stop, {
      count,
      head,
      context: pathOf(draft.text, containers, frame.parent, contexts),
      joinUpTo: joinSize(draft.text, frame, containers),
    });
    noteHeads(heads, containers, opened, lastUnit);
    if (!mark.inString) lastWhole = lastUnit;
    lastParent = mark.parent;
    frame = next;
    opened = [];
    count = 0;
  }
}

/** Fields, scalars and parts of one string gather up to a unit; elements with an inside of their own stay apart. */
function joinSize(text: string, mark: Mark, containers: readonly Container[]): number {
  const opening = text.charCodeAt(mark.start);
  const isContainer = opening === 123 || opening === 91 || opening === 40;
  return isContainer && containers[mark.parent]?.isArray === true ? ELEMENT_UNIT_CHARS : JSON_UNIT_CHARS;
}

/**
 * The containers that `piece` opens together with their first child: an object's later fields take the unit as their
 * head; an array's later elements do not, since the unit is one of them, and take what the array itself hangs on.
 */
function noteHeads(heads: number[], containers: readonly Container[], opened: readonly Mark[], unit: number): void {
  for (const mark of opened) {
    const container = containers[mark.parent];
    if (container === undefined) continue;
    heads[mark.parent] = container.isArray ? (heads[container.parent] ?? -1) : unit;
  }
}

function pathOf(text: string, containers: readonly Container[], id: number, contexts: (string | undefined)[]): string {
  const known = contexts[id];
  if (known !== undefined) return known;
  const container = containers[id];
  if (container === undefined) return "";
  const above = container.parent === -1 ? "" : pathOf(text, containers, container.parent, contexts);
  const key = text.slice(container.keyStart, Math.min(container.keyEnd, container.keyStart + PATH_CHARS_MAX));
  const path = key === "" ? above : above === "" ? key : `${above} ${key}`;
  const kept = path.length <= PATH_CHARS_MAX ? path : path.slice(path.indexOf(" ", path.length - PATH_CHARS_MAX) + 1);
  contexts[id] = kept;
  return kept;
}
