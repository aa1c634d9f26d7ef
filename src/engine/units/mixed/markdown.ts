// Markdown: headings are the heads of what stands under them; paragraphs and list items go by sentences, tables by
// rows, fenced text as code or whatever else it looks like.
import { isBlank, lineEnd } from "../../../text/offsets.ts";
import { addPiece } from "../draft/add-piece.ts";
import { type Draft, NO_FRAME, openSection, seal } from "../draft/draft.ts";
import { addHeading, frameOf, noHeadings } from "../draft/heading.ts";
import { cutTable } from "../lines/table.ts";
import { cutProse } from "../prose/prose.ts";
import { fenceAt, headingEnd, headingRank, interruptsParagraph, isRowAt } from "./markdown-lines.ts";
import { cutPassage } from "./passage.ts";

/** Cuts `[draft.at, end)`; sentences, items, rows and lines of code count one each. */
export function cutMarkdown(draft: Draft, end: number): void {
  const { text } = draft;
  const headings = noHeadings(NO_FRAME);
  let previousBlank = true;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const frame = frameOf(headings);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 0, joinUpTo: 0 });
      previousBlank = true;
      continue;
    }
    const fence = fenceAt(text, from);
    const rank = headingRank(text, from, stop);
    if (fence !== null) {
      seal(draft);
      cutPassage(draft, stop, fenceEnd(text, stop, end, fence), frame);
      openSection(draft);
    } else if (rank > 0) {
      addHeading(draft, headings, headingEnd(text, stop, end), { rank, line: text.slice(from, stop), count: 1 });
    } else if (isRowAt(text, from)) {
      seal(draft);
      cutTable(draft, tableEnd(text, from, end), { separator: "|", outer: frame.head });
      seal(draft);
    } else {
      if (previousBlank) openSection(draft);
      cutProse(draft, paragraphEnd(text, stop, end), frame);
    }
    previousBlank = false;
  }
}

function fenceEnd(text: string, start: number, end: number, mark: string): number {
  for (let at = start; at < end; at = lineEnd(text, at, end)) {
    if (fenceAt(text, at)?.startsWith(mark) === true) return lineEnd(text, at, end);
  }
  return end;
}

function tableEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isRowAt(text, at)) at = lineEnd(text, at, end);
  return at;
}

/** The end of the paragraph or list item: the next blank line, item, heading, fence or row. */
function paragraphEnd(text: string, start: number, end: number): number {
  for (let at = start; at < end; at = lineEnd(text, at, end)) {
    const stop = lineEnd(text, at, end);
    if (isBlank(text, at, stop) || interruptsParagraph(text, at, stop)) return at;
  }
  return end;
}
