// Which records a page lists, and links to those: all of them as a rule, of very many those that matter most.
// In: the views of the records. Out: positions. Must never leave out a record that is sent for one that is not, nor
// link to a record that the page does not hold.
import { html, type Markup } from "./markup.ts";
import type { RecordView } from "./record-view.ts";

/** Records that a browser scrolls through, filters and searches without effort. */
export const LISTED_MAX = 2_000;

/** The sent ones go first, then the best scores, then the first to arrive. */
export function listedOf(records: readonly RecordView[]): ReadonlySet<number> {
  const ahead = (one: RecordView, other: RecordView): number =>
    sentFirst(one) - sentFirst(other) || scoreOf(other) - scoreOf(one) || one.position - other.position;
  const listed = records.length <= LISTED_MAX ? records : records.toSorted(ahead).slice(0, LISTED_MAX);
  return new Set(listed.map(({ position }) => position));
}

/** Leads to a record where it is listed, else says its name. */
export function linkTo(position: number, name: string, listed: ReadonlySet<number>): Markup | string {
  return listed.has(position) ? html`<a href="#record-${position}">${name}</a>` : name;
}

function sentFirst({ sentTokens }: RecordView): number {
  return sentTokens > 0 ? 0 : 1;
}

/** Below every score for a record without one: it is blank. */
function scoreOf({ scored }: RecordView): number {
  return scored?.score ?? -1;
}
