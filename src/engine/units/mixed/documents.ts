// Cuts a text that holds several documents, such as packed files or the passages of a prompt. Each document is a
// passage and depends on the lines that name it. In: a text, and a function that cuts one document by its own type.
// Out: units. The text above, between and below the documents is cut as if it stood alone.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import type { UnitNoun } from "../../model.ts";
import { LINES, SENTENCES } from "../../unit-nouns.ts";
import {
  addName,
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

/** Fewer marks of one form may be chance. Two tags are enough, because their closing tags confirm them. */
const MARKS_MIN = 3;
const TAGS_MIN = 2;

/** Limits the cost of a hostile text. Other texts have fewer forms of marks. */
const FORMS_MAX = 16;

/** The minimum mean length of a document, in UTF-16 units. Shorter ones are rows or entries. */
const DOCUMENT_CHARS_MIN = 150;

/** How much of its name serves as search context for a document. UTF-16 units. */
const CONTEXT_CHARS_MAX = 120;

/** Cuts the whole text of a draft. `isFile`: the text is a file. */
type CutDocument = (draft: Draft, isFile: boolean) => { readonly noun: UnitNoun };

/** True for a text that holds several documents. A text that begins with front matter is left to Markdown. */
export function areDocuments({ text, start, end }: Sample): boolean {
  return frontMatterEnd(text, start, end) === start && findMarks(text, 0, end).length > 0;
}

/** The marks of the documents in `[from, end)`, in order. Empty if the text does not hold several documents. */
function findMarks(text: string, from: number, end: number): readonly Mark[] {
  const byForm = new Map<string, Mark[]>();
  /** The start of the lines above `at` that may belong to the next mark; -1 if there are none. */
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
  for (const marks of byForm.values()) if (areDocumentMarks(marks, text, end)) return marks;
  return [];
}

/** True if there are enough marks, and enough text below them. */
function areDocumentMarks(marks: readonly Mark[], text: string, end: number): boolean {
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
  // If text follows most fences, this is one document with listings.
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

/** Where the closing tags of the marks' form start, in order. */
function closingsOf(text: string, form: string): readonly number[] {
  const closings: number[] = [];
  if (!form.startsWith("<")) return closings;
  const tag = `</${form.slice(1)}>`;
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) closings.push(at);
  return closings;
}

/** Where a document is, without its mark: `[start, end)`. */
interface Bounds {
  readonly start: number;
  readonly end: number;
  /** The end of the fields below the document that name it; `end` if there are none. */
  readonly dataEnd: number;
  /** The end of the lines that close the document: tags, rules, a fence. */
  readonly until: number;
}

/** @param closing the offset of the last tag that may close the document; -1 if there is none */
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

/** The start of the line that ends at `end`, or `from` if that is later. */
function lineStart(text: string, from: number, end: number): number {
  return Math.max(from, text.lastIndexOf("\n", end - 2) + 1);
}

/** Adds the mark up to the start of the text. Returns the unit that names the document. */
function addMark(draft: Draft, { nameEnd, to }: Mark, textStart: number): number {
  const head = addName(draft, nameEnd === to ? textStart : nameEnd);
  addPiece(draft, textStart, APART, { head, context: "" });
  seal(draft);
  return head;
}

const APART = { count: 0, joinUpTo: 0 };

/** Adds the fields below a document, which name it. The units from `first` on then depend on them instead of `mark`. */
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
