// What a piece of nested text is searched by besides its own words: the names above it, and the label of its element.
import type { Container } from "./nesting.ts";

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
