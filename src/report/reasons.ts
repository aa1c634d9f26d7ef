// Why the engine selected or stood down, and why each record is sent or not, in plain words.
// In: an answer, a view of a record. Out: a section, a sentence, two words. The sets of reasons are open: one without
// words here is shown as it is.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { publishedPoints } from "../points/published.ts";
import { counted, grouped, signal } from "./figures.ts";
import { html, type Markup } from "./markup.ts";
import { linkTo, type RecordView, type State } from "./record-view.ts";

/** The set is open: a reason that is not here is shown without a sentence. */
const gateMeanings: Readonly<Record<string, string>> = {
  "engage:needle": "One place in the records holds nearly all that the task names.",
  "engage:spread": "What the task names is spread over several places in the records.",
  "standdown:high_drift": "The records hold too little of what the task speaks of to choose among them by words.",
  "standdown:no_searchable_terms": "The task holds no word to search for.",
  "standdown:nothing_fits": "The budget leaves room for nothing.",
  "standdown:no_saving": "The selection would cost what the whole context costs.",
  "standdown:insufficient_coverage": "No rung of the ladder covered the task, and the whole context was allowed.",
};

/** What the figures of the gate are; the set is open, too. */
const signalMeanings: Readonly<Record<string, string>> = {
  query_terms: "looked for in the records",
  words_asked: "their weight: rare words weigh more",
  words_held: "weight of those the records hold",
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
  const floor = point === undefined ? "" : `; selects from ${point.gate.overlapMin} on`;
  return html`<section aria-labelledby="gate"><h2 id="gate">Gate</h2>
<p><span class="tag ${gate.engaged ? "good" : "warn"}">${gate.engaged ? "engaged" : "stood down"}</span>
<code>${gate.reason}</code></p>
${gate.reason in gateMeanings ? html`<p>${gateMeanings[gate.reason] ?? ""}</p>` : null}
<dl class="signals">${Object.entries(gate.signals ?? {}).map(
    ([name, value]) =>
      html`<div><dt>${name.replaceAll("_", " ")}
<span class="note">${signalMeanings[name] ?? ""}${name === "overlap" ? floor : ""}</span></dt>
<dd>${signal(value)}</dd></div>`,
  )}</dl></section>`;
}

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
