// Cuts the header of a document with lists or headings: its title and its date, as above a note, a letter or minutes.
// In: a draft at its beginning. Out: the frame of all that follows. A title without a date may be the first of many, as
// in a collection of recipes, and a line that leads to a list heads only that list.
import { lineEnd, trimEnd } from "../../../text/characters.ts";
import { type Draft, type Frame, NO_FRAME } from "../draft.ts";
import { addHeader, headerEnd } from "../prose/indented.ts";
import { DAY } from "./dialogue-sections.ts";
import { headingRank } from "./headings.ts";
import { isItemAt } from "./list-items.ts";
import { isAuthorAt } from "./openings.ts";

/** A line with such an ending leads to what is right below it. */
const LEADS = ",:;，：；";

/** Cuts the header, if the document has one. */
export function cutTitle(draft: Draft, end: number): Frame {
  const { text, at } = draft;
  const stop = titleEnd(text, at, end);
  return draft.units.length > 0 || stop === at ? NO_FRAME : addHeader(draft, stop);
}

/** Where the text below the header starts; `from` if there is no header. */
function titleEnd(text: string, from: number, end: number): number {
  const stop = headerEnd(text, from, end);
  if (
    stop === from ||
    !DAY.test(text.slice(from, stop)) ||
    isItemAt(text, from) ||
    headingRank(text, from, lineEnd(text, from, end)) > 0
  )
    return from;
  const below = Math.max(from, text.lastIndexOf("\n", stop - 1) + 1);
  const leads =
    isItemAt(text, below) || isAuthorAt(text, below) || LEADS.includes(text.charAt(trimEnd(text, from, below) - 1));
  return leads ? from : below;
}
