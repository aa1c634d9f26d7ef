// Recognises and cuts the fields above a document: the front matter of a page (`---`, fields, `---`), and the fields
// and `--` that a command prints above the text of a release or an issue. In: a text and the start of a line. Out:
// where the fields end, or their units, on which the document depends. Parses no values.
import { countLines, lineEnd } from "../../../text/characters.ts";
import { addPiece, closeHeadings, type Draft, type Headings, openHeading, openPassage, seal } from "../draft.ts";
import { matchesAt } from "../line-patterns.ts";

/** `title:	v2.6.30`, `tags: [a, b]` */
const FIELD = /[A-Za-z][\w-]{0,40}:(?:[ \t]|\r?\n)/y;
/** What may stand between the fields of front matter: the items and further lines of a value. */
const VALUE = /[ \t]+\S|- \S/y;
const OPENING = /---[ \t]*\r?\n/y;
const CLOSING = /---?[ \t]*\r?\n/y;

/** More fields are a document of their own, and fewer a label above a drawn line. */
const FIELDS_MAX = 40;
const FIELDS_MIN = 2;

/** A longer line is text. */
const LINE_CHARS_MAX = 400;

/**
 * Where the fields above a document end that start at `from`: above a line of two hyphens, or between two lines of
 * three. Returns `from` if there are none.
 */
export function frontMatterEnd(text: string, from: number, end: number): number {
  const isOpened = matchesAt(OPENING, text, from);
  const first = isOpened ? OPENING.lastIndex : from;
  let fields = 0;
  for (let at = first; at < end && fields <= FIELDS_MAX; ) {
    const stop = lineEnd(text, at, end);
    if (stop - at > LINE_CHARS_MAX) return from;
    if (matchesAt(CLOSING, text, at)) return isClosed(text, at, isOpened, end) && fields >= FIELDS_MIN ? stop : from;
    if (matchesAt(FIELD, text, at)) fields++;
    else if (fields === 0 || !isOpened || !matchesAt(VALUE, text, at)) return from;
    at = stop;
  }
  return from;
}

/** In a stream of documents that are all fields, the line at `at` opens the next one. */
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
