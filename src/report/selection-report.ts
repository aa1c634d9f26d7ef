// One selection as a page: what was sent, what was not, and why.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { budgetBar, budgetSection, fits } from "./budget.ts";
import { ladderSection, taskTermsSection } from "./coverage.ts";
import { grouped, percent } from "./figures.ts";
import type { Insight } from "./insight.ts";
import { html, type Markup, oneLine } from "./markup.ts";
import { page } from "./page.ts";
import { gateSection } from "./reasons.ts";
import { renderedSection } from "./record-text.ts";
import { listedOf, recordViews } from "./record-view.ts";
import { recordsSection } from "./records.ts";

/** Characters of the prompt in the head of the page; the rest opens on demand. */
const PROMPT_CHARACTERS_MAX = 400;
const REQUEST_ID_CHARACTERS_MAX = 128;

export function selectionReport(request: ContextRequest, response: ContextResponse, insight: Insight | null): string {
  return page(
    `${headline(response)} - Winnow`,
    html`<a class="skip" href="#records">Skip to the records</a>
<header><p class="brand">Winnow</p>
<h1>${headline(response)}</h1>
${prompt(request.task?.prompt ?? "")}</header>
<main>
${selectionSections(request, response, insight)}
</main>
<footer><p class="note">Policy <code>${response.policyVersion ?? ""}</code>,
request <code>${oneLine(response.requestId, REQUEST_ID_CHARACTERS_MAX)}</code></p></footer>`,
  );
}

/** The report without its head, for a page that has its own. The index of the records comes first. */
export function selectionSections(request: ContextRequest, response: ContextResponse, insight: Insight | null): Markup {
  const records = recordViews(request, response, insight);
  const listed = listedOf(records);
  const sections: readonly (readonly [id: string, title: string, section: Markup | null])[] = [
    ["records", "Records", recordsSection(records, listed)],
    ["asked", "What the task asked for", taskTermsSection(insight, response.fallbackUsed, listed)],
    ["ladder", "Ladder", ladderSection(response, insight)],
    ["budget", "Budget", budgetSection(response)],
    ["gate", "Gate", gateSection(response)],
    ["rendered", "What goes into the prompt", response.fallbackUsed ? null : renderedSection(response.renderedContext)],
  ];
  const shown = sections.filter(([, , section]) => section !== null);
  const links = shown.map(([id, title]) => html`<a href="#${id}">${title}</a> `);
  return html`${budgetBar(response)}
<nav aria-label="Parts of the report">${links}</nav>
${shown.map(([, , section]) => section)}`;
}

export function headline(response: ContextResponse): string {
  if (response.selectionError !== undefined) return "The selection failed: the whole context is sent";
  if (response.fallbackUsed) {
    return fits(response) ? "Everything fits: the whole context is sent" : "Stood down: the whole context is sent";
  }
  const { tokensAfter, tokensBefore, reductionRatio } = response;
  return `${grouped(tokensAfter)} of ${grouped(tokensBefore)} tokens sent, ${percent(reductionRatio)} saved`;
}

function prompt(text: string): Markup {
  if (text.length <= PROMPT_CHARACTERS_MAX) return html`<blockquote dir="auto">${text}</blockquote>`;
  return html`<details class="prompt"><summary dir="auto">${oneLine(text, PROMPT_CHARACTERS_MAX)}</summary>
<blockquote dir="auto">${text}</blockquote></details>`;
}
