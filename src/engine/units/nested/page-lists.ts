// Links the lists of a web page to the line or the heading right above them, which says what they list.
// In: the units of a page. Out: their heads and search contexts. Never changes the bounds of a unit.
import { closeHeadings, type Draft, frameOf, NO_FRAME, noHeadings, openHeading } from "../draft.ts";

const LIST_OPENING = /^\s*<[uo]l[\s>]/i;
const LIST_TAG = /<(\/?)[uo]l(?=[\s>])/gi;

/** A line that ends in a colon, or a heading; closing tags may follow. */
const LEAD_ENDING = /(?:[:：]|<\/h[1-6]>)\s{0,40}(?:<\/\w{1,10}>\s{0,40}){0,4}$/i;
const TAG = /<[^<>]{0,300}>/g;

/** Leads do not nest, so all have the same rank. */
const LEAD_RANK = 0;

/** Links the units from index `from` on. */
export function linkLists({ text, units }: Draft, from: number): void {
  if (text.search(LIST_TAG) === -1) return;
  const leads = noHeadings(NO_FRAME);
  let depth = 0;
  let above = "";
  for (let at = from; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined) return;
    const written = text.slice(unit.start, unit.end);
    if (depth <= 0) {
      depth = 0;
      closeHeadings(leads, LEAD_RANK);
      if (LIST_OPENING.test(written) && LEAD_ENDING.test(above)) openHeading(leads, LEAD_RANK, at - 1, wordsIn(above));
    }
    for (const [, slash] of written.matchAll(LIST_TAG)) depth += slash === "" ? 1 : -1;
    const { head, context } = frameOf(leads);
    unit.head = Math.max(unit.head, head);
    if (context !== "") unit.context = context;
    above = written;
  }
}

/** The text between the tags. */
function wordsIn(written: string): string {
  return written.replaceAll(TAG, " ").replaceAll(/\s+/g, " ").trim();
}
