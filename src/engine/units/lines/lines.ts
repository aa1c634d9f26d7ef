// Cuts plain lines: output in no known format. Short neighbouring lines share a unit; a blank line separates. A text
// and its sample come in, units go out; never parses YAML or any other format.
import { COLON } from "../../../text/char-codes.ts";
import { lineEnd, skipIndent, trimEnd } from "../../../text/offsets.ts";
import { addPiece, type Draft, type Frame, NO_FRAME, openPassage, openSection } from "../draft/draft.ts";
import { closeHeadings, frameOf, noHeadings, openHeading } from "../draft/headings.ts";
import type { Sample } from "../sample.ts";

/** Short neighbouring lines share a unit up to this length. */
const LINES_UNIT_CHARS = 160;

/** Fewer lines than this say nothing about the text. */
const LINES_MIN = 4;

/** In a text of lines, the share of running text is below this. */
const RUNNING_SHARE_MAX = 0.25;

/**
 * Cuts `[draft.at, end)` into lines. Each counts as one, even if blank. Lines indented below a line that ends in a
 * colon depend on it, as in YAML and the output of many tools.
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

/** True for `---` above a key, which starts another document of the same YAML stream. */
function isDocumentStart(text: string, from: number, stop: number, end: number): boolean {
  if (from === 0 || !text.startsWith("---", from) || trimEnd(text, from, stop) !== from + 3) return false;
  return KEY.test(text.slice(stop, Math.min(lineEnd(text, stop, end), stop + KEY_CHARS_MAX)));
}

/** How much of a line is searched for a key: more than the longest key with its quotes. */
const KEY_CHARS_MAX = 80;
const KEY = /^["']?[\w./-]{1,60}["']?:(?:\s|$)/;

/** Matches a line that contains the end of a sentence, at its end or inside, or a CJK comma, full stop or semicolon. */
const SENTENCE_LINE = /[.!?。！？।؟…]["')\]”’」』]{0,2}(?:$|\s+\p{Lu})|[，。；]/u;

/** A longer line is running text. So is one of at least `WRAPPED_LINE_CHARS` if the next line starts in lower case. */
const RUNNING_LINE_CHARS = 100;
const WRAPPED_LINE_CHARS = 50;

function isRunningText(line: string, next: string): boolean {
  if (line.length > RUNNING_LINE_CHARS || SENTENCE_LINE.test(line)) return true;
  return line.length >= WRAPPED_LINE_CHARS && /^\p{Ll}/u.test(next);
}

/** True for several lines, most of them too short or too bare to be running text. */
export function looksLikeLines({ lines }: Sample): boolean {
  const running = lines.filter((line, index) => isRunningText(line, lines[index + 1] ?? "")).length;
  return lines.length >= LINES_MIN && running < RUNNING_SHARE_MAX * lines.length;
}
