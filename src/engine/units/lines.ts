// Plain lines: output that follows no known form. Short neighbouring lines share a unit; a blank line parts them.
import { addPiece, type Draft, type Frame, NO_FRAME, openSection, type Piece } from "./draft.ts";
import { isBlank, lineEnd } from "./offsets.ts";
import { type Sample, shareOf } from "./sample.ts";

/** Shorter neighbouring lines share a unit up to this size. */
const LINES_UNIT_CHARS = 160;

/** Fewer lines than this say nothing about the text. */
const LINES_MIN = 4;

/** A text of lines ends fewer of them like sentences than this. */
const SENTENCE_SHARE_MAX = 0.25;

/** Cuts `[draft.at, end)` into lines; each counts one, blank ones too. */
export function cutLines(draft: Draft, end: number, frame: Frame = NO_FRAME): void {
  const { text } = draft;
  const piece: Piece = { ...frame, count: 1, joinUpTo: LINES_UNIT_CHARS };
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const blank = isBlank(text, from, stop);
    if (addPiece(draft, stop, piece) === -1) draft.at = stop;
    if (blank) openSection(draft);
  }
}

/** Several lines, most of them too short or too bare for running text. */
export function looksLikeLines(sample: Sample): boolean {
  const sentences = shareOf(sample, (line) => line.length > 100 || /[.!?。！？।؟…:;,]["')\]”’」』]{0,2}$/.test(line));
  return sample.lines.length >= LINES_MIN && sentences < SENTENCE_SHARE_MAX;
}
