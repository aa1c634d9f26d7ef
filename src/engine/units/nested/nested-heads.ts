// Which unit gives what lies in a container of nested text its meaning: the one that opens the container. A tag of mere
// layout opens nothing.
import { LESS_THAN } from "../../../text/char-codes.ts";
import { LAYOUT_TAGS } from "./html-elements.ts";
import type { Paths } from "./nested-context.ts";
import type { Container, Mark } from "./nesting.ts";

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
