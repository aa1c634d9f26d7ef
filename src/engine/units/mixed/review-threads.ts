// Recognises the threads of a code review: a line with only a file's path, perhaps with a line number, above changed
// lines. The comments below are about those lines.
// In: a text and the bounds of a line. Out: whether a thread starts there, and where its changed lines end. Never reads
// the comments.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

/** `charts/values.yaml`, `charts/values.yaml, line 17`, `charts/values.yaml:17` */
const PATH = /(?:[\w.@-]{1,60}\/){1,12}[\w.@-]{0,80}\.\w{1,10}(?:(?:, lines? |:|#L)\d[\dL–-]{0,16})?[ \t]*\r?\n/y;

/** The first changed line: the header of a hunk, or a quoted line. */
const CHANGED = /@@ -|> ?[+\- ]/y;

/** If the changed lines are longer, comments depend only on the path and the line below it. UTF-16 units. */
const CHANGED_CHARS_MAX = 400;

/** True if the line `[from, stop)` names the file of a thread. */
export function isThreadAt(text: string, from: number, stop: number): boolean {
  return matchesAt(CHANGED, text, stop) && matchesAt(PATH, text, from);
}

/** The end of the changed lines below the path. The path's line ends at `stop`. */
export function threadHeadEnd(text: string, stop: number, end: number): number {
  const firstEnd = lineEnd(text, stop, end);
  let at = firstEnd;
  while (at < end && at - stop <= CHANGED_CHARS_MAX) {
    const next = lineEnd(text, at, end);
    if (isBlank(text, at, next)) return at;
    at = next;
  }
  return at - stop <= CHANGED_CHARS_MAX ? at : firstEnd;
}

/** How many of the lines name the file of a thread. */
export function countThreads(lines: readonly string[]): number {
  let count = 0;
  for (let at = 1; at < lines.length; at++) {
    if (matchesAt(CHANGED, lines[at] ?? "", 0) && matchesAt(PATH, `${lines[at - 1]}\n`, 0)) count++;
  }
  return count;
}
