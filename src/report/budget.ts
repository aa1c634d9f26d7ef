// The budget as a bar, with the figures of the answer.
// In: an answer. Out: a section. Bars are SVG, because the page's policy allows no inline style.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { grouped, percent, width } from "./figures.ts";
import { html, type Markup } from "./markup.ts";

const FITS_ALL_THE_SAME = "Everything would fit. What does not match the task is left out all the same.";

export function budgetSection(response: ContextResponse): Markup {
  const { tokensBefore, tokensAfter, budgetTokens } = response;
  const rendered = sentTokens(response);
  const around = Math.max(0, rendered - tokensAfter);
  const full = Math.max(tokensBefore, budgetTokens, rendered, 1);
  const within = `within a budget of ${grouped(budgetTokens)}, out of ${grouped(tokensBefore)} that came in`;
  const selected = `${grouped(rendered)} tokens sent, ${within}`;
  const whole = `the whole context is sent: ${grouped(tokensBefore)} tokens, with a budget of ${grouped(budgetTokens)}`;
  return html`<section aria-labelledby="budget">
<h2 id="budget">Budget</h2>
<svg class="bar" width="100%" height="34" role="img" aria-label="${response.fallbackUsed ? whole : selected}">
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
${fits(response) && !response.fallbackUsed ? html`<p class="note">${FITS_ALL_THE_SAME}</p>` : null}
</section>`;
}

function figure(name: string, value: string, swatch: string): Markup {
  return html`<div><dt><span class="swatch ${swatch}"></span>${name}</dt><dd>${value}</dd></div>`;
}

/** What an answer costs in the prompt: tokens of what is sent, headings and marks included. */
export function sentTokens({ formatMetrics, tokensAfter }: ContextResponse): number {
  const rendered = formatMetrics?.rendered_tokens;
  return typeof rendered === "number" ? rendered : tokensAfter;
}

/** Whether the whole context is within the budget. */
export function fits({ tokensBefore, budgetTokens }: ContextResponse): boolean {
  return tokensBefore <= budgetTokens;
}
