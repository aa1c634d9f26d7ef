// Cuts a text that holds several documents: files packed into one, or passages in a prompt. Each document is a passage
// and depends on the lines that name it. In: a text, and what cuts one document by its own type. Out: units. What
// stands above, between and below the documents is cut as a text of its own.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import type { UnitNoun } from "../../model.ts";
import { LINES, SENTENCES } from "../../unit-nouns.ts";
import {
  addPiece,
  addTail,
  type Draft,
  type Frame,
  NO_FRAME,
  openDraft,
  openPassage,
  seal,
  UNIT_CHARS_MAX,
} from "../draft.ts";
import { takeUnits } from "../inner-units.ts";
import type { Sample } from "../line-patterns.ts";
import {
  closesDocument,
  isClosingTagAt,
  isDataAt,
  isFenceAt,
  isNameless,
  leadsToMark,
  type Mark,
  markAt,
  openingAt,
} from "./document-marks.ts";
import { frontMatterEnd } from "./header.ts";

/** So many marks of one form show that a text holds documents. Tags are closed too, so that two are enough. */
const MARKS_MIN = 3;
const TAGS_MIN = 2;

/** Further forms are not counted: a text has few, unless it is made to cost much. */
const FORMS_MAX = 16;

/** Shorter documents are rows or entries. Mean, in UTF-16 units. */
const DOCUMENT_CHARS_MIN = 150;

/** How much of a name its document is searched by. */
const CONTEXT_CHARS_MAX = 120;

/** Cuts all of a draft. */
type CutDocument = (draft: Draft, isFile: boolean) => { readonly noun: UnitNoun };

/** True for a text that holds several documents. Fields above each, as in front matter, are read as Markdown. */
export function areDocuments({ text, start, end }: Sample): boolean {
  return frontMatterEnd(text, start, end) === start && findMarks(text, 0, end).length > 0;
}

/** The marks of the documents in `[from, end)`, in order; none if the text does not hold several. */
function findMarks(text: string, from: number, end: number): readonly Mark[] {
  const byForm = new Map<string, Mark[]>();
  /** Where the lines begin that may belong to the next mark. */
  let run = -1;
  let isApart = true;
  for (let at = from; at < end; ) {
    const stop = lineEnd(text, at, end);
    const opening = openingAt(text, at, stop, isApart || run !== -1);
    if (opening !== null) {
      const mark = markAt(text, run === -1 ? at : run, stop, opening);
      const marks = byForm.get(mark.form);
      if (marks !== undefined) marks.push(mark);
      else if (byForm.size < FORMS_MAX) byForm.set(mark.form, [mark]);
      at = mark.to;
      run = -1;
      isApart = true;
      continue;
    }
    if (!leadsToMark(text, at, isApart || run !== -1)) run = -1;
    else if (run === -1) run = at;
    isApart = isBlank(text, at, stop) || isClosingTagAt(text, at);
    at = stop;
  }
  for (const marks of byForm.values()) if (nameDocuments(marks, text, end)) return marks;
  return [];
}

function nameDocuments(marks: readonly Mark[], text: string, end: number): boolean {
  const form = marks[0]?.form ?? "";
  const isTag = form.startsWith("<");
  if (marks.length < (isTag ? TAGS_MIN : MARKS_MIN)) return false;
  if (isTag && !text.includes(`</${form.slice(1)}>`)) return false;
  let chars = 0;
  let fences = 0;
  for (const [at, mark] of marks.entries()) {
    const next = marks[at + 1]?.from ?? end;
    chars += next - mark.to;
    if (mark.fence < mark.to) fences += boundsOf(text, mark, next, -1).start === mark.to ? 1 : -1;
  }
  // Text below the fences shows a document with listings.
  return fences >= 0 && chars >= DOCUMENT_CHARS_MIN * marks.length;
}

/** Cuts `[draft.at, end)`, which holds documents. */
export function cutDocuments(draft: Draft, end: number, cutDocument: CutDocument): UnitNoun {
  const { text } = draft;
  const marks = findMarks(text, draft.at, end);
  let chars = 0;
  let charsInSentences = 0;
  const cutPart = (until: number, frame: Frame, isFile: boolean) => {
    const { at } = draft;
    if (isBlank(text, at, until)) return;
    draft.checkpoint();
    const inner = openDraft(text.slice(at, until), false, draft.checkpoint);
    const { noun } = cutDocument(inner, isFile);
    addPiece(inner, inner.text.length, { count: 0, joinUpTo: UNIT_CHARS_MAX });
    takeUnits(draft, inner, (end) => at + end, frame);
    chars += until - at;
    if (noun === SENTENCES) charsInSentences += until - at;
  };
  cutPart(marks[0]?.from ?? end, NO_FRAME, false);
  const closings = closingsOf(text, marks[0]?.form ?? "");
  let closed = 0;
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1]?.from ?? end;
    while ((closings[closed + 1] ?? end) < next) closed++;
    const bounds = boundsOf(text, mark, next, closings[closed] ?? -1);
    const head = addMark(draft, mark, bounds.start);
    const first = draft.units.length;
    cutPart(
      bounds.end,
      { head, context: isNameless(mark) ? "" : mark.name.slice(0, CONTEXT_CHARS_MAX) },
      FILE_NAME.test(mark.name),
    );
    if (bounds.dataEnd > bounds.end) headBelow(draft, first, head, bounds.dataEnd);
    addTail(draft, bounds.until, 0);
    if (isBlank(text, bounds.until, next)) continue;
    openPassage(draft);
    cutPart(next, NO_FRAME, false);
  }
  return 2 * charsInSentences > chars ? SENTENCES : LINES;
}

const FILE_NAME = /\.\w{1,10}$/;

/** Where the tags close whose form is that of the marks, in order. */
function closingsOf(text: string, form: string): readonly number[] {
  const closings: number[] = [];
  if (!form.startsWith("<")) return closings;
  const tag = `</${form.slice(1)}>`;
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) closings.push(at);
  return closings;
}

/** A document is `[start, end)`. */
interface Bounds {
  readonly start: number;
  readonly end: number;
  /** Where the fields below it end that name it; `end` if there are none. */
  readonly dataEnd: number;
  /** Where the lines end that close it: tags, rules, a fence. */
  readonly until: number;
}

/** @param closing where the last tag is that may close the document; -1 if there is none */
function boundsOf(text: string, mark: Mark, next: number, closing: number): Bounds {
  const { to, fence } = mark;
  let until = next;
  let end = next;
  if (closing >= to) {
    until = lineEnd(text, closing, next);
    while (until < next && closesDocument(text, until)) until = lineEnd(text, until, next);
    end = lineStart(text, to, closing + 1);
  }
  let isFenced = false;
  while (end > to) {
    const line = lineStart(text, to, end);
    const isFence: boolean = fence < to && !isFenced && isFenceAt(text, line);
    if (!isFence && !isBlank(text, line, end) && !closesDocument(text, line)) break;
    isFenced ||= isFence;
    end = line;
  }
  const dataEnd = end;
  if (isNameless(mark)) while (end > to && isDataAt(text, lineStart(text, to, end))) end = lineStart(text, to, end);
  return { start: isFenced ? to : fence, end, dataEnd, until };
}

/** The start of the line that ends at `end`, or `from`. */
function lineStart(text: string, from: number, end: number): number {
  return Math.max(from, text.lastIndexOf("\n", end - 2) + 1);
}

/** Adds a mark. Returns the unit that names the document. */
function addMark(draft: Draft, { nameEnd, to }: Mark, textStart: number): number {
  openPassage(draft);
  const head = addPiece(draft, nameEnd === to ? textStart : nameEnd, APART);
  const unit = draft.units[head];
  if (unit !== undefined) unit.announces = true;
  seal(draft);
  addPiece(draft, textStart, APART, { head, context: "" });
  seal(draft);
  return head;
}

const APART = { count: 0, joinUpTo: 0 };

/** Adds the fields below a document as what names it: the units from `first` on depend on them, and not on `mark`. */
function headBelow(draft: Draft, first: number, mark: number, end: number): void {
  const { text, units, at } = draft;
  const context = text.slice(at, Math.min(end, at + CONTEXT_CHARS_MAX));
  seal(draft);
  const head = addPiece(draft, end, APART, { head: mark, context: "" });
  for (const unit of units.slice(first, head)) {
    if (unit.head === mark) unit.head = head;
    unit.context ||= context;
  }
}
