// The lists that are open at a place of a document. An item in the style of an open list goes on with that list; one in
// another style, such as `(a)` below `1.2`, opens a list below it. So no style needs a fixed rank.
// In: the style and the indentation of an item. Out: how deep it is. Never reads the text.

/** One list: the style of its markers, and their indentation in columns. */
export interface Level {
  readonly style: string;
  readonly indent: number;
}

/** The open lists, from the outermost in. */
export type Levels = Level[];

/** Closes the lists that the item ends, opens its own if it is not open, and returns its depth: 0 for the outermost. */
export function enterLevel(levels: Levels, item: Level): number {
  closeLevels(levels, item.indent + 1);
  const open = placeOf(levels, item);
  if (open === -1) return levels.push(item) - 1;
  levels.length = open + 1;
  return open;
}

/** Closes the lists that are indented by at least so much. */
export function closeLevels(levels: Levels, indent: number): void {
  while ((levels.at(-1)?.indent ?? -1) >= indent) levels.pop();
}

/** True if the item would open a list below the innermost one. */
export function isBelow(levels: Levels, item: Level): boolean {
  return item.indent >= (levels.at(-1)?.indent ?? 0) && placeOf(levels, item) === -1;
}

function placeOf(levels: Levels, { style, indent }: Level): number {
  return levels.findIndex((level) => level.style === style && level.indent === indent);
}
