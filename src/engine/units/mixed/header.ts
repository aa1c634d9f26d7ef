// Cuts the lines above a document: fields, or its title and its date.
// - Fields: the front matter of a page (`---`, fields, `---`), and the fields and `--` that a command prints above the
//   text of a release or an issue. Their values are not parsed.
// - A header: the title and the date above a note, a letter or minutes. A title without a date may be the first of
//   many, as in a collection of recipes. A line right above a list belongs to that list only.
// In: a draft at its beginning. Out: the frame of the text below, or the headings with that of the document.
import { countLines, lineEnd, trimEnd } from "../../../text/characters.ts";
import {
  addPiece,
  closeHeadings,
  type Draft,
  type Frame,
  type Headings,
  NO_FRAME,
  openHeading,
  openPassage,
  seal,
} from "../draft.ts";
import { matchesAt } from "../line-patterns.ts";
import { addHeader, headerEnd } from "../prose/indented.ts";
import { DAY } from "./dialogue-sections.ts";
import { headingRank } from "./headings.ts";
import { isItemAt } from "./list-items.ts";

/** A line with such an ending belongs to the line right below it. */
const LEADS = ",:;，：；";

/** Cuts the header, if the document has one. */
export function cutDatedHeader(draft: Draft, end: number): Frame {
  const { text, at } = draft;
  const stop = datedHeaderEnd(text, at, end);
  return draft.units.length > 0 || stop === at ? NO_FRAME : addHeader(draft, stop);
}

/** Where the text below the header starts; `from` if there is no header. */
function datedHeaderEnd(text: string, from: number, end: number): number {
  const stop = headerEnd(text, from, end);
  if (
    stop === from ||
    !DAY.test(text.slice(from, stop)) ||
    isItemAt(text, from) ||
    headingRank(text, from, lineEnd(text, from, end)) > 0
  )
    return from;
  const below = Math.max(from, text.lastIndexOf("\n", stop - 1) + 1);
  const leads = isItemAt(text, below) || LEADS.includes(text.charAt(trimEnd(text, from, below) - 1));
  return leads ? from : below;
}

/** `title:	v2.6.30`, `tags: [a, b]` */
const FIELD = /[A-Za-z][\w-]{0,40}:(?:[ \t]|\r?\n)/y;
/** What may stand between the fields of front matter: the items and further lines of a value. */
const VALUE = /[ \t]+\S|- \S/y;
const OPENING = /---[ \t]*\r?\n/y;
const CLOSING = /---?[ \t]*\r?\n/y;

/** With more fields, the text is a document of fields, not a header. With fewer, it is a label above a drawn line. */
const FIELDS_MAX = 40;
const FIELDS_MIN = 2;

/** A longer line is text. */
const LINE_CHARS_MAX = 400;

/**
 * The end of the fields at `from` that stand above a document: above a line of two hyphens, or between two lines of
 * three. Returns `from` if there are none.
 */
export function frontMatterEnd(text: string, from: number, end: number): number {
  const isOpened = text.charAt(from) === "-" && matchesAt(OPENING, text, from);
  const first = isOpened ? OPENING.lastIndex : from;
  let fields = 0;
  for (let at = first; at < end && fields <= FIELDS_MAX; ) {
    const stop = lineEnd(text, at, end);
    if (stop - at > LINE_CHARS_MAX) return from;
    if (text.charAt(at) === "-" && matchesAt(CLOSING, text, at))
      return isClosed(text, at, isOpened, end) && fields >= FIELDS_MIN ? stop : from;
    if (matchesAt(FIELD, text, at)) fields++;
    else if (fields === 0 || !isOpened || !matchesAt(VALUE, text, at)) return from;
    at = stop;
  }
  return from;
}

/**
 * True if the line at `at` ends the fields. False if it opens the next document of a stream whose documents consist of
 * fields only, as in YAML.
 */
function isClosed(text: string, at: number, isOpened: boolean, end: number): boolean {
  const isLong = text.startsWith("---", at);
  return isLong === isOpened && !(isOpened && matchesAt(FIELD, text, lineEnd(text, at, end)));
}

/** A document ranks above all of its headings. */
const DOCUMENT_RANK = 0;

/** The first fields share a unit up to this length, because it is sent with what depends on it. */
const NAME_CHARS = 60;

/** Fields up to this length are one unit. So are some of the other fields of a longer block. */
const FIELDS_CHARS = 160;

const NAME = /^(?:title|name|subject|tag):[ \t]*(\S[^\n]{0,60})/im;

/** Adds the fields up to `stop` as the beginning of a document, which depends on the first of them. */
export function addFrontMatter(draft: Draft, headings: Headings, stop: number): void {
  const { text, at: from } = draft;
  const context = NAME.exec(text.slice(from, stop))?.[1] ?? "";
  closeHeadings(headings, DOCUMENT_RANK);
  if (draft.units.length > 0) openPassage(draft);
  const first = draft.units.length;
  const to = stop - from <= FIELDS_CHARS ? stop : firstFieldsEnd(text, from, stop);
  addPiece(draft, to, { count: countLines(text, from, to), joinUpTo: 0 });
  seal(draft);
  while (draft.at < stop) {
    addPiece(draft, lineEnd(text, draft.at, stop), { count: 1, joinUpTo: FIELDS_CHARS }, { head: first, context });
  }
  seal(draft);
  openHeading(headings, DOCUMENT_RANK, first, context);
}

function firstFieldsEnd(text: string, from: number, stop: number): number {
  let at = lineEnd(text, from, stop);
  for (let next = at; next - from <= NAME_CHARS; next = lineEnd(text, next, stop)) at = next;
  return at;
}
