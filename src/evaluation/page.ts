// A probe of many requests as a page to look at.
// In: the figures of a probe. Out: one self-contained HTML document.
import { counted, grouped, percent } from "../report/figures.ts";
import { type Content, html, type Markup, oneLine } from "../report/markup.ts";
import { page } from "../report/page.ts";
import { mostPointing, type Probe, type ProbeRow, type ProbeSum, type UnreadSum, unreadSums } from "./summary.ts";
import { saved, sumCells } from "./sums.ts";

/** Rows that a page lists; a longer list is in the JSON. */
const LISTED_MAX = 100;

/** A longer name is shortened: it stands in a cell of a table. */
const NAME_CHARACTERS_MAX = 90;

export function probeReport(of: Probe): string {
  const { total, groups, reasons, rows, unread } = of;
  const headline = `${saved(total)} saved over ${counted(total.requests, "request", "requests")}`;
  return page(
    `${headline} - Winnow`,
    html`<header><p class="brand">Winnow</p><h1>${headline}</h1></header>
<main>
${section("sums", "By file and folder", sums([...groups, total]))}
${reasons.length === 0 ? null : section("reasons", "Stood down", reasonsTable(reasons, total.requests))}
${pointing(mostPointing(rows, LISTED_MAX), total)}
${incomplete(rows)}
${unread.length === 0 ? null : section("unread", "Not read", unreadTable(unreadSums(unread)))}
</main>`,
  );
}

function section(id: string, title: string, content: Content): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}

function table(label: string, head: readonly string[], rows: readonly Content[]): Markup {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function row(name: string, cells: readonly Content[]): Markup {
  return html`<tr><th scope="row"><bdi>${oneLine(name, NAME_CHARACTERS_MAX)}</bdi></th>
${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

function sums(all: readonly ProbeSum[]): Content {
  const rows = all.map((sum) => row(sum.group, sumCells(sum, { count: grouped, unlabelled: "not labelled" })));
  const head = ["", "Requests", "Tokens", "Sent", "Saved, net", "Evidence kept", "All of it", "Stood down"];
  return [
    table("Sums by file and folder", head, rows),
    html`<p class="note">Evidence is counted over labelled selections; a stand-down sends everything.</p>`,
  ];
}

function reasonsTable(reasons: Probe["reasons"], requests: number): Markup {
  const rows = reasons.map(([reason, count]) => row(reason, [grouped(count), percent(count / requests)]));
  return table("Stand-downs by reason", ["Reason", "Requests", "Share"], rows);
}

function pointing(rows: readonly ProbeRow[], { pointing: all }: ProbeSum): Markup | null {
  if (rows.length === 0) return null;
  const lines = rows.map(({ name, pointers }) =>
    row(name, [
      html`<ul class="terms">${pointers.map(
        ({ term, records }) =>
          html`<li><b><bdi>${oneLine(term, NAME_CHARACTERS_MAX)}</bdi></b>
<span class="places">${held(records)}</span></li>`,
      )}</ul>`,
    ]),
  );
  const shown = all > rows.length ? `; the ${rows.length} that leave out most` : "";
  return section("pointing", "Left out although the task names it", [
    html`<p>${counted(all, "selection", "selections")}${shown}.</p>`,
    table("What was left out", ["Request", "Terms"], lines),
  ]);
}

function incomplete(rows: readonly ProbeRow[]): Markup | null {
  const short = rows.filter(({ evidence }) => evidence !== null && evidence.kept < evidence.of);
  if (short.length === 0) return null;
  const lines = short.slice(0, LISTED_MAX).map(({ name, evidence, tokensBefore, tokensSent }) => {
    const kept = `${evidence?.kept ?? 0} of ${evidence?.of ?? 0}`;
    const passages = (evidence?.missed ?? []).map((one) => html`<li><bdi>${one}</bdi></li>`);
    const missed = html`<ul class="terms">${passages}</ul>`;
    return row(name, [kept, `${grouped(tokensSent)} of ${grouped(tokensBefore)}`, missed]);
  });
  const first = short.length > LISTED_MAX ? `, the first ${LISTED_MAX} of them` : "";
  return section("incomplete", "Evidence left out", [
    html`<p>${counted(short.length, "request", "requests")}${first}.</p>`,
    table("Requests with evidence left out", ["Request", "Evidence kept", "Tokens sent", "Missed"], lines),
  ]);
}

/** What is asked for in several words can stand in several records, a word in each. */
function held(records: readonly number[]): string {
  if (records.length === 0) return "spread over records";
  return `in ${records.length === 1 ? "record" : "records"} ${records.join(", ")}`;
}

function unreadTable(sums: readonly UnreadSum[]): Content {
  const rows = sums.slice(0, LISTED_MAX).map(({ problem, times, first }) => row(problem, [grouped(times), first]));
  const more = sums.length - LISTED_MAX;
  return [
    table("What could not be read", ["Problem", "Requests", "First"], rows),
    more > 0 ? html`<p>And ${grouped(more)} more.</p>` : null,
  ];
}
