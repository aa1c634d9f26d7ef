// What the task asked for: the status of each term, and how each rung of a ladder covered them.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { counted, decimal, grouped } from "./figures.ts";
import type { Insight, Rung, TaskTerm, TermStatus } from "./insight.ts";
import { type Content, html, type Markup, oneLine } from "./markup.ts";
import { linkTo } from "./record-view.ts";

const groups: readonly {
  readonly status: TermStatus;
  readonly title: string;
  readonly tone: string;
  readonly meaning: string;
}[] = [
  { status: "missing", title: "Missing", tone: "warn", meaning: "in the records, but not in what is sent" },
  { status: "covered", title: "Covered", tone: "good", meaning: "in what is sent" },
  { status: "absent", title: "Absent", tone: "quiet", meaning: "in no record" },
];

/** A longer term is shortened, because it takes one line of a list. */
const TERM_CHARACTERS_MAX = 80;

/** Records that a term links to. */
const LINKS_MAX = 8;

export function taskTermsSection(
  insight: Insight | null,
  everything: boolean,
  listed: ReadonlySet<number>,
): Markup | null {
  if (insight === null) return null;
  const { coverage, taskTerms } = insight;
  const verdict = coverage.sufficient ? "enough to work with" : "perhaps not enough";
  const sent = everything
    ? "Everything is sent."
    : html`What is sent is ${verdict}: <code>${coverage.reason}</code>, coverage ${decimal(coverage.score)},
shape <code>${coverage.evidenceShape}</code>.`;
  return html`<section class="asked" aria-labelledby="asked"><h2 id="asked">What the task asked for</h2>
<p>${counted(taskTerms.length, "thing is", "things are")} asked for. ${sent}</p>
${groups.map(({ status, title, tone, meaning }) => {
  const found = taskTerms.filter((one) => one.status === status);
  if (found.length === 0) return null;
  const terms = found.map((one) => termItem(one, listed));
  return html`<h3><span class="tag ${tone}">${title}</span> ${meaning}</h3><ul class="terms">${terms}</ul>`;
})}</section>`;
}

function termItem({ text, kind, sentIn, droppedIn }: TaskTerm, listed: ReadonlySet<number>): Markup {
  return html`<li><b><bdi>${oneLine(text, TERM_CHARACTERS_MAX)}</bdi></b> <span class="kind">${kind}</span>
${places("sent in", sentIn, listed)}${places("left out of", droppedIn, listed)}</li>`;
}

function places(label: string, positions: readonly number[], listed: ReadonlySet<number>): Content {
  if (positions.length === 0) return null;
  const links = positions.slice(0, LINKS_MAX).map((at) => html` ${linkTo(at, String(at), listed)}`);
  const more = positions.length - LINKS_MAX;
  return html` <span class="places">${label}${links}${more > 0 ? ` and ${grouped(more)} more` : ""}</span>`;
}

/** null for a fixed budget. */
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
  if (fallbackUsed) return "No rung was sufficient, so the whole context is sent.";
  const rung = `The rung of ${grouped(budgetTokens)} tokens is sent`;
  if (safety?.selectionSafe === true) return `${rung}: it is sufficient.`;
  return `No rung was sufficient. ${rung}: it has the highest coverage.`;
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
