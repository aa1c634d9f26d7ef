// Changes values inside a JSON document without touching any other byte of it. Parsing the document and writing it
// again would change escapes, blanks and large numbers, and a provider's cache or a strict reader would notice.
import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";

type Path = readonly (string | number)[];

interface Edit {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * @param path the place of `before` in the document
 * @throws Error if the document has no value at a place that changed
 */
export function withChanged(document: string, path: Path, before: unknown, after: unknown): string {
  const edits = differences(before, after, path);
  if (edits.length === 0) return document;
  const tree = parseTree(document);
  const places = edits.map(({ path, value }) => ({ node: nodeAt(tree, path), text: JSON.stringify(value) }));
  let changed = "";
  let from = 0;
  for (const { node, text } of places.toSorted((a, b) => a.node.offset - b.node.offset)) {
    changed += document.slice(from, node.offset) + text;
    from = node.offset + node.length;
  }
  return changed + document.slice(from);
}

/** Adds a member to the object at `path`, which is created if it is missing. */
export function withMember(document: string, path: Path, name: string, value: unknown): string {
  return applyEdits(document, modify(document, [...path, name], value, {}));
}

export function withoutMember(document: string, path: Path, name: string): string {
  return applyEdits(document, modify(document, [...path, name], undefined, {}));
}

/** Adds an item at the end of the list at `path`. */
export function withItem(document: string, path: Path, value: unknown): string {
  return applyEdits(document, modify(document, [...path, -1], value, { isArrayInsertion: true }));
}

/** The smallest values that differ. Lists of another length and objects with other keys are replaced as a whole. */
function differences(before: unknown, after: unknown, path: Path): readonly Edit[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, at) => differences(item, after[at], [...path, at]));
  }
  if (isPlain(before) && isPlain(after)) {
    const keys = Object.keys(before);
    if (keys.join("\n") === Object.keys(after).join("\n")) {
      return keys.flatMap((key) => differences(before[key], after[key], [...path, key]));
    }
  }
  return [{ path, value: after }];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nodeAt(tree: Node | undefined, path: Path): Node {
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...path]);
  if (node === undefined) throw new Error("the document has no value at a place that changed");
  return node;
}
