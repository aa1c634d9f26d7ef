// Links the lists of a web page to the line or the heading right above them, which says what they list.
// In: the units of a page. Out: their heads and search contexts. Never changes the bounds of a unit.
import { type Draft, type Frame, NO_FRAME } from "../draft.ts";

const LIST_OPENING = /^\s*<[uo]l[\s>]/i;
const LIST_TAG = /<(\/?)[uo]l(?=[\s>])/gi;

/** A line that ends in a colon, or a heading; closing tags may follow. */
const LEAD_ENDING = /(?:[:：]|<\/h[1-6]>)\s{0,40}(?:<\/\w{1,10}>\s{0,40}){0,4}$/i;
const TAG = /<[^<>]{0,300}>/g;

/** A longer context would say little more about the list, and each item is searched by it. */
const CONTEXT_CHARS_MAX = 120;

/** Links the units from index `from` on. */
export function linkLists({ text, units }: Draft, from: number): void {
  if (text.search(LIST_TAG) === -1) return;
  let lead = NO_FRAME;
  let depth = 0;
  let above = "";
  for (let at = from; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined) return;
    const written = text.slice(unit.start, unit.end);
    if (depth <= 0) {
      depth = 0;
      lead = LIST_OPENING.test(written) ? leadIn(above, at - 1) : NO_FRAME;
    }
    for (const [, slash] of written.matchAll(LIST_TAG)) depth += slash === "" ? 1 : -1;
    unit.head = Math.max(unit.head, lead.head);
    if (lead.context !== "") unit.context = lead.context;
    above = written;
  }
}

/** The frame of a list below the unit `head` with the text `written`: that unit, if it ends like a heading. */
function leadIn(written: string, head: number): Frame {
  return LEAD_ENDING.test(written) ? { head, context: wordsIn(written) } : NO_FRAME;
}

/** The beginning of the text between the tags. */
function wordsIn(written: string): string {
  return written.replaceAll(TAG, " ").replaceAll(/\s+/g, " ").trim().slice(0, CONTEXT_CHARS_MAX);
}
