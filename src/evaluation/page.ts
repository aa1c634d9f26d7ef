// The evaluation of many requests as a page.
// In: figures, and the addresses of the requests' reports. Out: one HTML document without a script. It is readable on a
// phone with hundreds of requests: tables fold into lines, and requests out of sight are not laid out.
import { readFileSync } from "node:fs";
import { counted, grouped, percent } from "../report/figures.ts";
import { type Content, html, type Markup, oneLine } from "../report/markup.ts";
import { page } from "../report/page.ts";
import { BUDGET_SHARES, type Curve, type Line } from "./curve.ts";
import { dollars, type MoneyRow, savingText } from "./money.ts";
import { curvePlot } from "./plot.ts";
import { type Evaluation, type Row, type Sum, savedShare, sumCells, type UnreadSum, unreadSums } from "./summary.ts";

/** Most requests that the page lists, and most groups and problems in its sums. The JSON holds all of them. */
export const LISTED_MAX = 2_000;
const SUMS_MAX = 100;

/** A longer name is shortened. */
const NAME_CHARACTERS_MAX = 90;

const style = readFileSync(new URL("./evaluation.css", import.meta.url), "utf8");

/** @param link the address of a request's report, by the index of its row; null if there is none */
export function evaluationPage(of: Evaluation, link: (row: number) => string | null): string {
  const { total, groups, reasons, rows, unread, curves, money } = of;
  const headline = `${savedShare(total)} saved over ${counted(total.requests, "request", "requests")}`;
  return page(
    `${headline} - Winnow`,
    html`<header><p class="brand">Winnow</p><h1>${headline}</h1></header>
<main>
${curves.map((curve) => curveSection(curve, total))}
${moneySection(money, total.requests)}
${section("sums", "By file and folder", sums([...groups.slice(0, SUMS_MAX), total], groups.length))}
${reasons.length === 0 ? null : section("reasons", "Stood down", reasonsTable(reasons, total.requests))}
${requests(rows, link)}
${unread.length === 0 ? null : section("unread", "Not read", unreadTable(unreadSums(unread)))}
</main>`,
    style,
  );
}

function section(id: string, title: string, content: Content): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}

/** Each cell names its column. On a narrow screen, a folded table shows that name instead of the head. */
function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly Content[])[],
  how: "folds" | "stays" = "folds",
): Markup {
  return html`<table class="${how === "folds" ? "stacked" : "compact"}" aria-label="${label}">
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(
    ([name = "", ...cells]) => html`<tr><th scope="row">${name}</th>
${cells.map((cell, at) => html`<td data-column="${head[at + 1] ?? ""}">${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}

function named(name: string): Markup {
  return html`<bdi>${oneLine(name, NAME_CHARACTERS_MAX)}</bdi>`;
}

const measures = {
  evidence: { title: "Evidence kept at each budget", kept: "of the labelled evidence" },
  terms: { title: "What the task names, kept at each budget", kept: "of the task's terms, rare ones weighing more" },
} as const;

/** Budgets of the table below a curve. */
const SHOWN_BUDGETS = [0.1, 0.25, 0.5] as const;

function curveSection(curve: Curve, { requests: all }: Sum): Markup {
  const { measure, requests, lines, knee } = curve;
  const { title, kept } = measures[measure];
  const kneeText = `${percent(knee.kept)} ${kept} at ${percent(knee.budget)} of the tokens`;
  const rows = lines.map((line, number) => [
    html`<span class="swatch key-${number}"></span>${line.method}`,
    ...SHOWN_BUDGETS.map((budget) => keptAt(line, budget)),
  ]);
  return section(measure, title, [
    html`<p>The knee: <b>${kneeText}</b>. Beyond it, each further token keeps less than its share.</p>
<figure>${curvePlot(curve, `${title}: ${kneeText}`)}<figcaption>Across: the budget, as a share of a
request's tokens. Up: the share kept.
Mean of ${counted(requests, "request", "requests")} of ${grouped(all)}; stand-downs send everything and are
left out.</figcaption></figure>`,
    table(title, ["", ...SHOWN_BUDGETS.map((budget) => `at ${percent(budget)}`)], rows, "stays"),
    measure === "terms"
      ? html`<p class="note">Sending a term is not the same as sending the answer: BM25 over lines sends single lines
without their surroundings. Label some requests to measure evidence.</p>`
      : null,
  ]);
}

function keptAt({ kept }: Line, budget: (typeof SHOWN_BUDGETS)[number]): string {
  return percent(kept[BUDGET_SHARES.indexOf(budget)] ?? 0);
}

function moneySection(money: readonly MoneyRow[], requests: number): Markup | null {
  if (money.length === 0 || requests === 0) return null;
  const rows = money.map((row) => {
    const { prices, preset, untrimmed, sent } = row;
    const dated = preset.date === "" ? "" : `, ${preset.date}`;
    const model = preset.model === "" ? prices : preset.model;
    return [
      html`${model}<span class="note">${dated}</span>`,
      dollars(untrimmed),
      dollars(sent),
      html`<b class="${sent > untrimmed ? "worse" : "better"}">${savingText(row)}</b>`,
      dollars(((untrimmed - sent) / requests) * 1000),
    ];
  });
  const worse = money.filter(({ untrimmed, sent }) => sent > untrimmed);
  const sources = money.map(({ preset }) => preset.source).filter((source) => source !== "");
  return section("money", "Prompts in dollars, net of the cache", [
    table("Cost of prompts", ["Prices", "Untrimmed", "With Winnow", "Saved", "Saved per 1,000 requests"], rows),
    worse.length > 0
      ? html`<p class="tag warn">Selecting each request afresh costs more than it saves: these prompts share their
beginnings, which a cache reads cheaply. Use a session or the proxy, which keep what was sent.</p>`
      : null,
    html`<p class="note">Cache reads and writes are priced. A prompt that begins like an earlier one reads that
beginning from the cache, without a time limit. Each side pays the cheaper of a bill with the cache and one without.
Prices: ${sources.join(", ")}.</p>`,
  ]);
}

function sums(all: readonly Sum[], groups: number): Content {
  const rows = all.map((sum) => [named(sum.group), ...sumCells(sum, { count: grouped, unlabelled: "not labelled" })]);
  const head = ["", "Requests", "Tokens", "Sent", "Saved, net", "Evidence kept", "All of it", "Stood down"];
  return [
    table("Sums by file and folder", head, rows),
    groups > SUMS_MAX ? html`<p class="note">The first ${SUMS_MAX} of ${grouped(groups)} files and folders.</p>` : null,
    html`<p class="note">Evidence is counted over labelled selections; a stand-down sends everything.</p>`,
  ];
}

function reasonsTable(reasons: Evaluation["reasons"], requests: number): Markup {
  const rows = reasons.map(([reason, count]) => [named(reason), grouped(count), percent(count / requests)]);
  return table("Stand-downs by reason", ["Reason", "Requests", "Share"], rows, "stays");
}

const outcomes = { selected: "selected", stood_down: "stood down", failed: "failed" } as const;

function requests(rows: readonly Row[], link: (row: number) => string | null): Markup {
  const losing = rows.filter(leavesOut).length;
  const stood = rows.filter(({ outcome }) => outcome !== "selected").length;
  const shown =
    rows.length > LISTED_MAX ? html`<p class="note">The first ${grouped(LISTED_MAX)} are listed.</p>` : null;
  return section("requests", "Requests", [
    html`<fieldset class="filter"><legend>Show</legend>
${choice("all", `all ${grouped(rows.length)}`, true)}
${choice("losing", `${grouped(losing)} that leave something out`, false)}
${choice("stood", `${grouped(stood)} not selected from`, false)}</fieldset>`,
    shown,
    html`<ol class="requests">${rows.slice(0, LISTED_MAX).map((row, at) => item(row, link(at)))}</ol>`,
  ]);
}

function choice(value: string, label: string, checked: boolean): Markup {
  const id = `requests-${value}`;
  return html`<label><input type="radio" name="requests" id="${id}"${checked ? html` checked` : null}>${label}</label>`;
}

/** A selection that misses labelled evidence, or a term of its task that is in the records. */
function leavesOut({ outcome, evidence, pointers }: Row): boolean {
  return outcome === "selected" && (pointers.length > 0 || (evidence !== null && evidence.kept < evidence.of));
}

function item(row: Row, address: string | null): Markup {
  const { name, outcome, reason, tokensBefore, tokensSent, evidence, pointers } = row;
  const text = named(name);
  const kind = `${outcome === "selected" ? "chosen" : "stood"}${leavesOut(row) ? " losing" : ""}`;
  const facts = [
    `${grouped(tokensSent)} of ${grouped(tokensBefore)} tokens`,
    outcome === "selected" ? `${savedShare(row)} saved` : outcomes[outcome],
    ...(evidence === null ? [] : [`evidence ${evidence.kept} of ${evidence.of}`]),
  ];
  return html`<li class="${kind}">${address === null ? text : html`<a href="${address}">${text}</a>`}
<span class="facts">${facts.join(" · ")} · <code>${reason}</code></span>
${evidence === null || evidence.missed.length === 0 ? null : missed(evidence.missed)}
${
  pointers.length === 0 || outcome !== "selected"
    ? null
    : html`<span class="facts">Left out: ${pointers.map(({ term, records }, at) => [
        at === 0 ? null : "; ",
        html`<b><bdi>${oneLine(term, NAME_CHARACTERS_MAX)}</bdi></b> `,
        held(records),
      ])}</span>`
}</li>`;
}

function missed(passages: readonly string[]): Markup {
  const listed = passages.map((one, at) => [at === 0 ? null : "; ", html`<bdi>${one}</bdi>`]);
  return html`<span class="facts">Missed: ${listed}</span>`;
}

/** The words of a term may be in several records. */
function held(records: readonly number[]): string {
  if (records.length === 0) return "spread over records";
  return `in ${records.length === 1 ? "record" : "records"} ${records.join(", ")}`;
}

function unreadTable(all: readonly UnreadSum[]): Content {
  const rows = all
    .slice(0, SUMS_MAX)
    .map(({ problem, times, first }) => [named(problem), grouped(times), named(first)]);
  const more = all.length - SUMS_MAX;
  return [
    table("What could not be read", ["Problem", "Requests", "First"], rows),
    more > 0 ? html`<p>And ${grouped(more)} more.</p>` : null,
  ];
}
