// Which container nested text is about: the list or object under its wrappers, and whether that is a table of rows or a
// list of passages.
import type { Nesting } from "./nesting.ts";

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
