// Cuts running text in which lines are quoted with `>`, as replies to mails do. A range of a text comes in, units go
// out. A unit never mixes depths of quotation, and a quoted text is cut as it would be without its marks, so that it
// has the units of its original. Never decides what is a copy: that takes all records.
import { COLON, isBlank, lineEnd, SPACE, trimEnd } from "../../../text/characters.ts";
import { addPiece, type Draft, type Frame, openDraft, openSection, seal } from "../draft.ts";
import { cutProse } from "./prose.ts";

const MARK = ">".charCodeAt(0);

export function isQuoteMark(code: number): boolean {
  return code === MARK;
}

/** Where the text of a line starts, after its quote marks and one blank, and how many marks there are. */
interface Opening {
  readonly content: number;
  readonly depth: number;
}

/** Reads the marks of the line `[from, end)`: `>> `, or `> > ` with blanks between. */
function quoteAt(text: string, from: number, end: number): Opening {
  let content = from;
  let depth = 0;
  for (let at = from; at < end && text.charCodeAt(at) === MARK; ) {
    depth += 1;
    content = at + 1;
    at = text.charCodeAt(content) === SPACE ? content + 1 : content;
  }
  if (depth > 0 && content < end && text.charCodeAt(content) === SPACE) content += 1;
  return { content, depth };
}

/** Lines of one depth, and the blank lines between and after them. */
interface Stretch {
  readonly to: number;
  readonly depth: number;
  /** The start of the lines that introduce a quotation below (`On Monday Ann wrote:`); `to` if there are none. */
  readonly leadFrom: number;
}

/** A longer paragraph above a quotation is text, even if it ends in a colon. */
const LEAD_CHARS_MAX = 200;

/**
 * Cuts `[draft.at, end)`. The lines that introduce a quotation are its head, and are not sent without it.
 * @param frame of the text that is not quoted, and of a quotation without a head
 */
export function cutQuotedProse(draft: Draft, end: number, frame: Frame): void {
  const frames: Frame[] = [];
  let lead: Frame | null = null;
  let quote: { readonly unit: number; readonly depth: number } | null = null;
  while (draft.at < end) {
    const { to, depth, leadFrom } = stretchAt(draft.text, draft.at, end);
    // A shallower stretch ends the deeper quotations. A quotation without a head has the frame of the text around it.
    frames.length = Math.min(frames.length, lead === null ? depth + 1 : depth);
    while (frames.length <= depth) frames.push(lead ?? frames.at(-1) ?? frame);
    const outer = frames[depth] ?? frame;
    const here = quote !== null && depth < quote.depth ? replyFrame(draft, quote.unit, outer) : outer;
    openSection(draft);
    const first = draft.units.length;
    cutStretch(draft, leadFrom, depth, here);
    quote = depth > 0 && draft.units.length === first + 1 ? { unit: first, depth } : null;
    lead = null;
    if (leadFrom < to) {
      seal(draft);
      const head = addPiece(draft, to, { count: 1, joinUpTo: 0 }, here);
      const unit = draft.units[head];
      if (unit !== undefined) unit.announces = true;
      lead = { head, context: here.context };
    }
  }
}

/** How much of a quotation serves as search context for the text below it. */
const QUOTE_CHARS_MAX = 60;

/** A quotation of one unit says what the text below it answers. */
function replyFrame({ text, units }: Draft, quote: number, { head, context }: Frame): Frame {
  const { start = 0, end = 0 } = units[quote] ?? {};
  const words = text
    .slice(start, Math.min(end, start + QUOTE_CHARS_MAX))
    .replaceAll(">", " ")
    .trim();
  return { head, context: `${context} ${words}`.trim() };
}

function stretchAt(text: string, from: number, end: number): Stretch {
  let depth = -1;
  let paragraph = from;
  let last = from;
  let isBelowBlank = true;
  for (let at = from; at < end; ) {
    const next = lineEnd(text, at, end);
    const line = quoteAt(text, at, next);
    const isBlankLine = isBlank(text, line.content, next);
    if (!isBlankLine && depth !== -1 && line.depth !== depth) {
      const leads = line.depth > depth && text.charCodeAt(last - 1) === COLON && last - paragraph <= LEAD_CHARS_MAX;
      return { to: at, depth, leadFrom: leads ? paragraph : at };
    }
    if (!isBlankLine) {
      depth = line.depth;
      last = trimEnd(text, at, next);
      if (isBelowBlank) paragraph = at;
    }
    isBelowBlank = isBlankLine;
    at = next;
  }
  return { to: end, depth: Math.max(0, depth), leadFrom: end };
}

function cutStretch(draft: Draft, end: number, depth: number, frame: Frame): void {
  if (draft.at >= end) return;
  if (depth === 0) cutProse(draft, end, frame);
  else cutUnmarked(draft, end, frame);
}

/** Cuts quoted lines as the text that they quote. */
function cutUnmarked(draft: Draft, end: number, frame: Frame): void {
  const { text, isIndivisible, checkpoint } = draft;
  const lines: string[] = [];
  /** Where each line starts: in the text, after its marks, and in the text without marks. */
  const starts: { readonly at: number; readonly content: number; readonly bare: number }[] = [];
  let length = 0;
  for (let at = draft.at; at < end; ) {
    const next = lineEnd(text, at, end);
    const { content } = quoteAt(text, at, next);
    starts.push({ at, content, bare: length });
    lines.push(text.slice(content, next));
    length += next - content;
    at = next;
  }
  const inner = openDraft(lines.join(""), isIndivisible, checkpoint);
  cutProse(inner, length);
  const sections = new Set(inner.sections);
  let line = 0;
  for (const [index, { end: to, count, continues }] of inner.units.entries()) {
    if (index > 0 && sections.has(index)) openSection(draft);
    while (line + 1 < starts.length && (starts[line + 1]?.bare ?? 0) <= to) line += 1;
    const { at, content, bare } = starts[line] ?? { at: end, content: end, bare: to };
    const stop = to === bare ? at : content + to - bare;
    addPiece(draft, to === length ? end : stop, { count, joinUpTo: 0, continues }, frame);
  }
  addPiece(draft, end, { count: 0, joinUpTo: 0 }, frame);
}
