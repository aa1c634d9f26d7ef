// Recognises lines that open something: fenced code, a row of a table, a directive, a list, a thread of a code review.
// Such a thread is a line with only a file's path, perhaps with a line number, above changed lines; the comments below
// are about those lines.
// In: a text and the start of a line. Out: whether something opens there, and where the head of a thread ends.
import { isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { mayEndSentence } from "../prose/sentences.ts";
import { DAY } from "./dialogue-sections.ts";

/** A kind of line, recognised by how it starts. */
interface Opening {
  /** A line needs one of these characters after its indentation; that alone rules out most lines. */
  readonly first: string;
  readonly pattern: RegExp;
}

// Indented by up to three spaces (CommonMark, section 4.5), or by more inside a list item.
const FENCE: Opening = { first: "`~", pattern: / {0,8}(`{3,}|~{3,})/y };
/** A directive of reStructuredText, such as `.. note::`. */
const DIRECTIVE: Opening = { first: ".", pattern: /[ \t]*\.\. [\w:-]+::/y };
const TABLE_ROW: Opening = { first: "|", pattern: / {0,3}\|.*\|[ \t]*\r?(?:\n|$)/y };

function mayOpen({ first }: Opening, text: string, at: number): boolean {
  const content = skipIndent(text, at, text.length);
  return content < text.length && first.includes(text.charAt(content));
}

function isAt(opening: Opening, text: string, at: number): boolean {
  return mayOpen(opening, text, at) && matchesAt(opening.pattern, text, at);
}

/** The match of the pattern's first group, or null if the pattern does not match. */
function groupAt(opening: Opening, text: string, at: number): string | null {
  if (!mayOpen(opening, text, at)) return null;
  opening.pattern.lastIndex = at;
  return opening.pattern.exec(text)?.[1] ?? null;
}

/** The marks of a code fence, or null if there is no fence. */
export function fenceAt(text: string, at: number): string | null {
  return groupAt(FENCE, text, at);
}

export function isRowAt(text: string, at: number): boolean {
  return isAt(TABLE_ROW, text, at);
}

/** `---|---|---`, below the header of a table without bars at the ends of its lines. */
const DELIMITERS = /[ \t]{0,3}:?-{2,}:?[ \t]*\|[-|: \t]*\r?(?:\n|$)/y;
const BAR = "|";

/** The end of such a table, if `[from, stop)` is its header; otherwise `from`. Each of its rows contains a bar. */
export function bareTableEnd(text: string, from: number, stop: number, end: number): number {
  if (stop >= end || !matchesAt(DELIMITERS, text, stop) || !text.slice(from, stop).includes(BAR)) return from;
  let at = lineEnd(text, stop, end);
  for (
    let next = lineEnd(text, at, end);
    at < end && text.slice(at, next).includes(BAR);
    next = lineEnd(text, at, end)
  ) {
    at = next;
  }
  return at;
}

export function isDirectiveAt(text: string, at: number): boolean {
  return isAt(DIRECTIVE, text, at);
}

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

const COLONS = ":：";

/** A longer line is a paragraph that mentions a version. */
const NAME_CHARS_MAX = 80;

/** `Version 2.1`, `v2.1.0-rc1`, `[2.1]`, or any day with its year. */
const VERSION_OR_DAY = new RegExp(`(?:^|[\\s([])v?\\d{1,4}\\.\\d{1,4}(?![\\d%])|${DAY.source}`, "u");

/**
 * True if a list right below the line depends on it, although the list is not indented: the line ends in a colon, or
 * names a release or a meeting by its version or its date. Never looks at the list.
 */
export function leadsToList(text: string, from: number, to: number): boolean {
  const end = trimEnd(text, from, to);
  if (COLONS.includes(text.charAt(end - 1))) return true;
  if (end - from > NAME_CHARS_MAX || mayEndSentence(text.charCodeAt(end - 1))) return false;
  const line = text.slice(from, end);
  return VERSION_OR_DAY.test(line) && !line.includes("\n");
}
