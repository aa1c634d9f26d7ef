// Why the engine selected or stood down, and why each record is sent or not, in plain words. The sets of reasons are
// open: a reason of the gate that has no words here is shown unchanged.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { publishedPoints } from "../points/published.ts";
import { counted, grouped, signal } from "./figures.ts";
import type { DropReason } from "./insight.ts";
import { html, type Markup } from "./markup.ts";
import { linkTo, type RecordView, type State } from "./record-view.ts";

const gateMeanings: Readonly<Record<string, string>> = {
  "engage:needle": "One place in the records holds nearly everything that the task names.",
  "engage:spread": "What the task names is spread over several places in the records.",
  "standdown:high_drift": "The records hold too few words of the task to choose by words.",
  "standdown:no_searchable_terms": "The task holds no word to search for.",
  "standdown:nothing_fits": "Nothing fits the budget.",
  "standdown:no_saving": "The selection would cost as much as the whole context.",
  "standdown:insufficient_coverage": "No rung of the ladder covered the task, and the whole context was allowed.",
};

/** The meaning of the gate's figures. */
const signalMeanings: Readonly<Record<string, string>> = {
  query_terms: "searched for in the records",
  words_asked: "their weight; rare words weigh more",
  words_held: "weight of those that the records hold",
  words_together: "weight of those in one place",
  pairs_held: "neighbours in the task and in a record",
  overlap: "what the gate decides by",
  top_score: "of the best record",
};

export function gateSection({ gate, selectionError, policyVersion }: ContextResponse): Markup {
  if (selectionError !== undefined) {
    return html`<section aria-labelledby="gate"><h2 id="gate">Gate</h2>
<p>The selection pass failed with <code>${selectionError}</code>. The whole context is sent.</p></section>`;
  }
  if (gate === undefined) {
    return html`<section aria-labelledby="gate"><h2 id="gate">Gate</h2>
<p>No gate ran: no record holds usable text.</p></section>`;
  }
  const point = publishedPoints.find((one) => one.policyVersion === policyVersion);
  const floor = point === undefined ? "" : `; selects at ${point.gate.overlapMin} or above`;
  return html`<section id="gate-figures" aria-labelledby="gate"><h2 id="gate">Gate</h2>
<p><span class="tag ${gate.engaged ? "good" : "warn"}">${gate.engaged ? "engaged" : "stood down"}</span>
${gateMeanings[gate.reason] ?? html`<code>${gate.reason}</code>`}</p>
<details><summary>Its figures</summary>
<p><code>${gate.reason}</code></p>
<dl class="signals">${Object.entries(gate.signals ?? {}).map(
    ([name, value]) =>
      html`<div><dt>${name.replaceAll("_", " ")}
<span class="note">${signalMeanings[name] ?? ""}${name === "overlap" ? floor : ""}</span></dt>
<dd>${signal(value)}</dd></div>`,
  )}</dl></details></section>`;
}

const meanings: Readonly<Record<string, string>> = {
  keyword_and_entity_match: "holds words of the task, and names, ids or numbers from it",
  keyword_overlap: "holds words of the task",
  entity_match: "holds names, ids or numbers from the task",
  title_match: "its title, source or keywords hold words of the task",
  spelling_variant: "contains words of the task in another spelling",
  recent_step: "is about the topic of the newest step",
  related_terms: "holds words that the best matches share",
  named_by_match: "is named by the best titled match",
  linked_fact: "shares words with the best matches and with the task",
  neighbour_of_match: "is next to a match in a dialogue",
  rare_event: "holds an event that is rare among the records",
  tool_summary: "says what a tool does",
  argument_source: "supplies the arguments of the next call",
  needed_by_match: "provides what a matching tool needs",
  definition: "defines what the task names or the best code uses",
  referenced: "is referred to by one of the best matches",
  joined_table: "is a table to which one of the best refers, or that joins two of them",
  shared_id: "shares an id with one of the best matches",
  call_of_result: "called for a result that is sent",
};

export const stateNames: Readonly<Record<State, string>> = {
  whole: "sent whole",
  cut: "sent in part",
  dropped: "not sent",
  blank: "blank",
};

const shortly: Readonly<Record<DropReason["because"], string>> = {
  no_match: "no match",
  copied: "match is in another record",
  weak: "weak match",
  repeated: "same text as another",
  record_cap: "max_records reached",
  no_room: "no room",
};

/** Why a record is sent or not, in a few words for its line; "" if there is nothing to say. */
export function reasonLine({ state, scored, dropReason, rank, sentFrom }: RecordView): string {
  if (state === "blank") return "no text";
  if (dropReason !== null) return `${shortly[dropReason.because]}${sentFrom === null ? "" : `; ${needs(sentFrom)}`}`;
  return rank === null || scored === null ? "" : meaningOf(scored.reason);
}

function meaningOf(reason: string): string {
  return reason.startsWith("bridge:")
    ? "is about something that the best titled match mentions"
    : (meanings[reason] ?? "");
}

/** A sentence on why a record is not sent; null for a record that is. @param listed positions that can be linked to */
export function why({ dropReason, sentFrom }: RecordView, listed: ReadonlySet<number>): Markup | null {
  if (dropReason === null) return null;
  const otherwise = sentFrom === null ? "" : ` It ${needs(sentFrom)}.`;
  return html`<p class="why"><b>Not sent:</b> ${withheld(dropReason, listed)}.${otherwise}</p>`;
}

function needs(tokens: number): string {
  return `needs a budget of ${grouped(tokens)} tokens`;
}

function withheld(dropReason: DropReason, listed: ReadonlySet<number>): Markup | string {
  switch (dropReason.because) {
    case "no_match":
      return "nothing in it matches the task";
    case "copied":
      return "its best match is also in other records, and counts there";
    case "weak":
      return "its best match ranks far below the best of all";
    case "repeated":
      return html`the same text is sent as ${linkTo(dropReason.by, `record ${dropReason.by}`, listed)}`;
    case "record_cap":
      return `max_records allows ${grouped(dropReason.max)}`;
    case "no_room": {
      const { tokens, place, of } = dropReason;
      const piece = `its best piece (${counted(tokens, "token", "tokens")}) ranks ${grouped(place)} of ${grouped(of)}`;
      return `${piece}, and the pieces before it used up the budget`;
    }
  }
}
