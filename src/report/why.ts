// One sentence on why a record is sent, or why it is not.
// In: a view of a record. Out: plain words. The set of reasons is open: one that is not here says nothing.
import { counted, grouped } from "./figures.ts";
import { linkTo } from "./listed.ts";
import { html, type Markup } from "./markup.ts";
import type { RecordView, State } from "./record-view.ts";

const meanings: Readonly<Record<string, string>> = {
  keyword_and_entity_match: "it holds words of the task as well as names, ids or numbers that the task gives",
  keyword_overlap: "it holds words of the task",
  entity_match: "it holds names, ids or numbers that the task gives",
  title_match: "its title, source or keywords hold words of the task",
  spelling_variant: "it spells words of the task another way",
  recent_step: "it is about what the newest step was about",
  related_terms: "it holds words that the best matches share",
  named_by_match: "the best titled match names it",
  linked_fact: "it shares words with the best matches and the task, as links of a chain do",
  neighbour_of_match: "it stands beside a match in a dialogue",
  rare_event: "it holds an event that is rare among the records",
  tool_summary: "it says what a tool does",
  argument_source: "a call that is about to be made takes its arguments from it",
  needed_by_match: "a matching tool needs what it provides",
  call_of_result: "it is the call whose result is sent",
};

const stateNames: Readonly<Record<State, string>> = {
  whole: "sent whole",
  cut: "sent in part",
  dropped: "not sent",
  blank: "blank",
};

/** @param listed positions that can be linked to */
export function why({ state, scored, fate, rank }: RecordView, listed: ReadonlySet<number>): Markup | null {
  if (state === "blank") return html`<p class="why">It holds no text to select.</p>`;
  if (fate !== null) return html`<p class="why"><b>Not sent:</b> ${withheld(fate, listed)}.</p>`;
  if (rank === null || scored === null) return null;
  const meaning = scored.reason.startsWith("bridge:")
    ? "it speaks of what the best titled match leads to"
    : meanings[scored.reason];
  return meaning === undefined ? null : html`<p class="why"><b>Why:</b> ${meaning}.</p>`;
}

const shortly: Readonly<Record<NonNullable<RecordView["fate"]>["because"], string>> = {
  no_match: "no match",
  copied: "stands elsewhere",
  weak: "weak match",
  repeated: "repeated",
  record_cap: "enough records",
  no_room: "no room",
};

/** The same in two words, for the list. */
export function stateOf({ state, fate }: RecordView): string {
  return fate === null ? stateNames[state] : `${stateNames[state]}: ${shortly[fate.because]}`;
}

function withheld(fate: NonNullable<RecordView["fate"]>, listed: ReadonlySet<number>): Markup | string {
  switch (fate.because) {
    case "no_match":
      return "nothing in it matches the task";
    case "copied":
      return "what matches best in it stands in other records, too, and counts there";
    case "weak":
      return "what matches in it ranks far below the best";
    case "repeated":
      return html`the same text is sent as ${linkTo(fate.by, `record ${fate.by}`, listed)}`;
    case "record_cap":
      return `max_records allows ${grouped(fate.max)}`;
    case "no_room": {
      const piece = `its best piece (${counted(fate.tokens, "token", "tokens")}) ranks ${grouped(fate.place)}`;
      return `${piece} of ${grouped(fate.of)}; when its turn came, too little of the budget was left`;
    }
  }
}
