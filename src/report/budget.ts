// The budget as a bar, and below it where in the order of arrival the kept tokens stand.
// In: an answer and the tokens of each record. Out: a section. Bars are SVG: the page's policy allows no inline style.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { grouped, percent, width } from "./figures.ts";
import { html, literally, type Markup } from "./markup.ts";
import type { RecordView } from "./record-view.ts";

export function budgetSection(response: ContextResponse, records: readonly RecordView[]): Markup {
  const { tokensBefore, tokensAfter, budgetTokens } = response;
  const rendered = sentTokens(response);
  const around = Math.max(0, rendered - tokensAfter);
  const full = Math.max(tokensBefore, budgetTokens, rendered, 1);
  const within = `within a budget of ${grouped(budgetTokens)}, out of ${grouped(tokensBefore)} that came in`;
  const told = `${grouped(rendered)} tokens sent, ${within}`;
  const stood = `the whole context is sent: ${grouped(tokensBefore)} tokens, with a budget of ${grouped(budgetTokens)}`;
  return html`<section aria-labelledby="budget">
<h2 id="budget">Budget</h2>
<svg class="bar" width="100%" height="34" role="img" aria-label="${response.fallbackUsed ? stood : told}">
<rect class="track" x="0" y="6" width="${width(tokensBefore / full)}" height="22" rx="4"/>
<rect class="kept" x="0" y="6" width="${width(tokensAfter / full)}" height="22" rx="4"/>
<rect class="around" x="${width(tokensAfter / full)}" y="6" width="${width(around / full)}" height="22"/>
<rect class="limit" x="${width(Math.min(budgetTokens / full, 0.997))}" y="0" width="2" height="34"/>
</svg>
<dl class="figures">
${figure("Came in", grouped(tokensBefore), "all")}
${figure(response.fallbackUsed ? "Sent whole" : "Sent", grouped(tokensAfter), "sent")}
${response.fallbackUsed ? null : figure("Headings", grouped(around), "headings")}
${figure("Budget", grouped(budgetTokens), "budget")}
${figure("Saved", `${grouped(response.tokensSaved)} (${percent(response.reductionRatio)})`, "none")}
${figure("Records sent", `${grouped(response.recordsSelected)} of ${grouped(response.recordsAvailable)}`, "none")}
</dl>
${arrival(records)}
</section>`;
}

function figure(name: string, value: string, swatch: string): Markup {
  return html`<div><dt><span class="swatch ${swatch}"></span>${name}</dt><dd>${value}</dd></div>`;
}

/** Width of the drawing that all records share, in its own units, and its height. */
const SPAN = 1000;
const HEIGHT = 40;

/** Narrower than this nobody sees one alone: so many neighbours as fill it are drawn as one. */
const BAR_MIN = 0.4;

/** Two paths, however many records there are. */
function arrival(records: readonly RecordView[]): Markup | null {
  const total = records.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0) return null;
  const came: string[] = [];
  const kept: string[] = [];
  let at = 0;
  let bar = { tokens: 0, sentTokens: 0 };
  for (const [index, { tokens, sentTokens }] of records.entries()) {
    bar = { tokens: bar.tokens + tokens, sentTokens: bar.sentTokens + sentTokens };
    const wide = (bar.tokens / total) * SPAN;
    if (wide < BAR_MIN && index < records.length - 1) continue;
    const inner = Math.max(wide * 0.85, wide - 1);
    const high = bar.tokens === 0 ? 0 : Math.min(1, bar.sentTokens / bar.tokens) * HEIGHT;
    if (wide > 0) came.push(`M${at.toFixed(2)} 0h${inner.toFixed(2)}v${HEIGHT}h${(-inner).toFixed(2)}z`);
    if (high > 0)
      kept.push(`M${at.toFixed(2)} ${HEIGHT}h${inner.toFixed(2)}v${(-high).toFixed(2)}h${(-inner).toFixed(2)}z`);
    at += wide;
    bar = { tokens: 0, sentTokens: 0 };
  }
  return html`<figure><svg class="arrival" viewBox="0 0 ${SPAN} ${HEIGHT}" preserveAspectRatio="none"
width="100%" height="${HEIGHT}" aria-hidden="true">
<path class="track" d="${literally(came.join(""))}"/><path class="kept" d="${literally(kept.join(""))}"/>
</svg><figcaption>The records in order of arrival, as wide as their tokens; filled as far as they are sent.</figcaption>
</figure>`;
}

/** What an answer costs in the prompt: tokens of what is sent, headings and marks included. */
export function sentTokens({ formatMetrics, tokensAfter }: ContextResponse): number {
  const rendered = formatMetrics?.rendered_tokens;
  return typeof rendered === "number" ? rendered : tokensAfter;
}
