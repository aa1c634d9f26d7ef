// Plain lines: output that follows no known form. Short neighbouring lines share a unit; a blank line parts them.
import { COLON } from "../../../text/char-codes.ts";
import { lineEnd, skipIndent, trimEnd } from "../../../text/offsets.ts";
import { addPiece, type Draft, type Frame, NO_FRAME, openPassage, openSection } from "../draft/draft.ts";
import { closeHeadings, frameOf, noHeadings, openHeading } from "../draft/headings.ts";
import type { Sample } from "../sample.ts";

/** Shorter neighbouring lines share a unit up to this size. */
const LINES_UNIT_CHARS = 160;

/** Fewer lines than this say nothing about the text. */
const LINES_MIN = 4;

/** A text of lines has a smaller share of running text than this. */
const RUNNING_SHARE_MAX = 0.25;

/**
 * Cuts `[draft.at, end)` into lines; each counts one, blank ones too. Lines indented below one that ends in a colon
 * hang on it, as in YAML and in what many tools print.
 */
export function cutLines(draft: Draft, end: number, frame: Frame = NO_FRAME): void {
  const { text } = draft;
  const headings = noHeadings(frame);
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const content = skipIndent(text, from, stop);
    const visible = trimEnd(text, content, stop);
    if (isDocumentStart(text, from, stop, end)) openPassage(draft);
    if (visible === content) {
      addPiece(draft, stop, { count: 1, joinUpTo: 0 });
      openSection(draft);
      continue;
    }
    closeHeadings(headings, content - from);
    const unit = addPiece(draft, stop, { count: 1, joinUpTo: LINES_UNIT_CHARS }, frameOf(headings));
    if (text.charCodeAt(visible - 1) === COLON)
      openHeading(headings, content - from, unit, text.slice(content, visible - 1));
  }
}

/** `---` above a key: another document of the same YAML stream. */
function isDocumentStart(text: string, from: number, stop: number, end: number): boolean {
  if (from === 0 || !text.startsWith("---", from) || trimEnd(text, from, stop) !== from + 3) return false;
  return KEY.test(text.slice(stop, Math.min(lineEnd(text, stop, end), stop + KEY_CHARS_MAX)));
}

/** So much of a line is looked at for a key: more than the longest and its quotation marks. */
const KEY_CHARS_MAX = 80;
const KEY = /^["']?[\w./-]{1,60}["']?:(?:\s|$)/;

/** A line that runs on, or ends or holds the end of a sentence. */
const SENTENCE_LINE = /[.!?。！？।؟…]["')\]”’」』]{0,2}(?:$|\s+\p{Lu})|[，。；]/u;

/** Longer lines are running text; so are lines of this length that the next one carries on in lower case. */
const RUNNING_LINE_CHARS = 100;
const WRAPPED_LINE_CHARS = 50;

function isRunningText(line: string, next: string): boolean {
  if (line.length > RUNNING_LINE_CHARS || SENTENCE_LINE.test(line)) return true;
  return line.length >= WRAPPED_LINE_CHARS && /^\p{Ll}/u.test(next);
}

/** Several lines, most of them too short or too bare for running text. */
export function looksLikeLines({ lines }: Sample): boolean {
  const running = lines.filter((line, index) => isRunningText(line, lines[index + 1] ?? "")).length;
  return lines.length >= LINES_MIN && running < RUNNING_SHARE_MAX * lines.length;
}
