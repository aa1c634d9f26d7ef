// What the task asked for, and where it was found or not.
// In: what the engine knows, whether the whole context is sent, the records that can be linked to. Out: a section.
import { counted, decimal, grouped } from "./figures.ts";
import type { Demand, Insight, Met } from "./insight.ts";
import { linkTo } from "./listed.ts";
import { type Content, html, type Markup } from "./markup.ts";
import { oneLine } from "./visible.ts";

const groups: readonly { readonly met: Met; readonly title: string; readonly tone: string; readonly says: string }[] = [
  { met: "missing", title: "Missing", tone: "warn", says: "in the records, but not in what is sent" },
  { met: "covered", title: "Covered", tone: "good", says: "in what is sent" },
  { met: "absent", title: "Absent", tone: "quiet", says: "in no record" },
];

/** A longer term is shortened: it is one line of a list. */
const TERM_CHARACTERS_MAX = 80;

/** Records that a term links to. */
const LINKS_MAX = 8;

export function askedSection(insight: Insight | null, everything: boolean, listed: ReadonlySet<number>): Markup | null {
  if (insight === null) return null;
  const { coverage, demands } = insight;
  const verdict = coverage.sufficient ? "enough to work with" : "perhaps not enough";
  const sent = everything
    ? "Everything is sent, and with it all that the records hold."
    : html`What is sent is ${verdict}: <code>${coverage.reason}</code>, coverage ${decimal(coverage.score)},
shape <code>${coverage.evidenceShape}</code>.`;
  return html`<section aria-labelledby="asked"><h2 id="asked">What the task asked for</h2>
<p>${counted(demands.length, "thing is", "things are")} asked for. ${sent}</p>
${groups.map(({ met, title, tone, says }) => {
  const found = demands.filter((demand) => demand.met === met);
  if (found.length === 0) return null;
  const terms = found.map((demand) => term(demand, listed));
  return html`<h3><span class="tag ${tone}">${title}</span> ${says}</h3><ul class="terms">${terms}</ul>`;
})}</section>`;
}

function term({ text, kind, sentIn, droppedIn }: Demand, listed: ReadonlySet<number>): Markup {
  return html`<li><b><bdi>${oneLine(text, TERM_CHARACTERS_MAX)}</bdi></b> <span class="kind">${kind}</span>
${places("sent in", sentIn, listed)}${places("left out of", droppedIn, listed)}</li>`;
}

function places(label: string, positions: readonly number[], listed: ReadonlySet<number>): Content {
  if (positions.length === 0) return null;
  const links = positions.slice(0, LINKS_MAX).map((at) => html` ${linkTo(at, String(at), listed)}`);
  const more = positions.length - LINKS_MAX;
  return html` <span class="places">${label}${links}${more > 0 ? ` and ${grouped(more)} more` : ""}</span>`;
}
