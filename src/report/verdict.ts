// Why the engine selected or stood aside: the gate's reason with its signals, and the rungs of the ladder.
// In: an answer and what the engine knows. Out: sections.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { publishedPoints } from "../points/published.ts";
import { counted, decimal, grouped, signal } from "./figures.ts";
import type { Insight, Rung } from "./insight.ts";
import { html, type Markup } from "./markup.ts";

/** The set is open: a reason that is not here is shown without a sentence. */
const meanings: Readonly<Record<string, string>> = {
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
${gate.reason in meanings ? html`<p>${meanings[gate.reason] ?? ""}</p>` : null}
<dl class="signals">${Object.entries(gate.signals ?? {}).map(
    ([name, value]) =>
      html`<div><dt>${name.replaceAll("_", " ")}
<span class="note">${signalMeanings[name] ?? ""}${name === "overlap" ? floor : ""}</span></dt>
<dd>${signal(value)}</dd></div>`,
  )}</dl></section>`;
}

/** Nothing for a fixed budget. */
export function ladderSection(response: ContextResponse, insight: Insight | null): Markup | null {
  if (insight === null || insight.rungs.length === 0) return null;
  return html`<section aria-labelledby="ladder"><h2 id="ladder">Ladder</h2>
<p>${counted(insight.rungs.length, "rung", "rungs")} tried. ${ending(response)}</p>
<div class="wide" role="region" aria-label="Rungs of the ladder" tabindex="0"><table>
<thead><tr><th scope="col">Rung</th><th scope="col">Rendered</th><th scope="col">Verdict</th>
<th scope="col">Coverage</th><th scope="col">Still missing</th></tr></thead>
<tbody>${insight.rungs.map(rungRow)}</tbody>
</table></div></section>`;
}

function ending({ fallbackUsed, safety, budgetTokens }: ContextResponse): string {
  if (fallbackUsed) return "None sufficed, and the whole context is sent.";
  const rung = `The rung of ${grouped(budgetTokens)} tokens is sent`;
  return safety?.selectionSafe === true ? `${rung}: it suffices.` : `${rung}: the best there was.`;
}

/** Terms that a row names. */
const MISSING_SHOWN_MAX = 8;

function rungRow({ tokens, renderedTokens, coverage }: Rung): Markup {
  const missing = coverage.evidence().terms.missing;
  const more = missing.length - MISSING_SHOWN_MAX;
  const tone = coverage.sufficient ? "good" : "warn";
  const verdict = coverage.sufficient ? "sufficient" : "insufficient";
  const named = missing.slice(0, MISSING_SHOWN_MAX).join(", ");
  return html`<tr><th scope="row">${grouped(tokens)}</th><td>${grouped(renderedTokens)}</td>
<td><span class="tag ${tone}">${verdict}</span> <code>${coverage.reason}</code></td><td>${decimal(coverage.score)}</td>
<td>${named === "" ? "nothing" : more > 0 ? `${named} and ${more} more` : named}</td></tr>`;
}
