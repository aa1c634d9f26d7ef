// The budget as a bar, and the figures of the answer. Bars are SVG, because the page's policy allows no inline style.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { grouped, percent, width } from "./figures.ts";
import { html, type Markup } from "./markup.ts";

const EVERYTHING_FITS = "Everything would fit. Records that do not match the task are still left out.";

/** One thin line: the share of the tokens that is sent, and where the budget ends. */
export function budgetBar(response: ContextResponse): Markup {
  const { tokensBefore, tokensAfter, budgetTokens } = response;
  const rendered = sentTokens(response);
  const full = Math.max(tokensBefore, budgetTokens, rendered, 1);
  const around = headingTokens(response) / full;
  const within = `within a budget of ${grouped(budgetTokens)}, out of ${grouped(tokensBefore)} in the request`;
  const selected = `${grouped(rendered)} tokens sent, ${within}`;
  const whole = `the whole context is sent: ${grouped(tokensBefore)} tokens, with a budget of ${grouped(budgetTokens)}`;
  const label = response.fallbackUsed ? whole : selected;
  return html`<svg class="bar" width="100%" height="16" role="img" aria-label="${label}">
<rect class="track" x="0" y="3" width="${width(tokensBefore / full)}" height="10" rx="3"/>
<rect class="kept" x="0" y="3" width="${width(tokensAfter / full)}" height="10" rx="3"/>
<rect class="around" x="${width(tokensAfter / full)}" y="3" width="${width(around)}" height="10"/>
<rect class="limit" x="${width(Math.min(budgetTokens / full, 0.997))}" y="0" width="2" height="16"/>
</svg>
${fits(response) && !response.fallbackUsed ? html`<p class="note">${EVERYTHING_FITS}</p>` : null}`;
}

/** The figures behind the bar, each with its colour. */
export function budgetSection(response: ContextResponse): Markup {
  const { tokensBefore, tokensAfter, budgetTokens } = response;
  return html`<section aria-labelledby="budget">
<h2 id="budget">Budget</h2>
<dl class="figures">
${figure("Came in", grouped(tokensBefore), "all")}
${figure(response.fallbackUsed ? "Sent whole" : "Sent", grouped(tokensAfter), "sent")}
${response.fallbackUsed ? null : figure("Headings", grouped(headingTokens(response)), "headings")}
${figure("Budget", grouped(budgetTokens), "budget")}
${figure("Saved", `${grouped(response.tokensSaved)} (${percent(response.reductionRatio)})`, "none")}
${figure("Records sent", `${grouped(response.recordsSelected)} of ${grouped(response.recordsAvailable)}`, "none")}
</dl>
</section>`;
}

/** Tokens of headings and gap marks around what is sent. */
function headingTokens(response: ContextResponse): number {
  return Math.max(0, sentTokens(response) - response.tokensAfter);
}

function figure(name: string, value: string, swatch: string): Markup {
  return html`<div><dt><span class="swatch ${swatch}"></span>${name}</dt><dd>${value}</dd></div>`;
}

/** The cost of an answer in the prompt: the tokens sent, headings and marks included. */
export function sentTokens({ formatMetrics, tokensAfter }: ContextResponse): number {
  const rendered = formatMetrics?.rendered_tokens;
  return typeof rendered === "number" ? rendered : tokensAfter;
}

/** Whether the whole context is within the budget. */
export function fits({ tokensBefore, budgetTokens }: ContextResponse): boolean {
  return tokensBefore <= budgetTokens;
}
