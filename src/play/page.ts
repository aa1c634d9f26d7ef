// The playground's page: controls on one side, the report of the resulting selection on the other. In: the operating
// points and the requests to try. Out: one document and its content security policy, which only lets it run its own
// script and talk to its own server.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { BODY_BYTES_MAX } from "../limits.ts";
import { html, literally, type Markup } from "../report/markup.ts";
import { styleSheet } from "../report/page.ts";

const controlStyle = readFileSync(new URL("./controls.css", import.meta.url), "utf8");

export interface PlayPage {
  readonly document: string;
  /** For the header `Content-Security-Policy`. */
  readonly policy: string;
}

export interface Example {
  readonly name: string;
  readonly request: unknown;
}

/**
 * @param labels operating points, the default first
 * @param opened requests that the page begins with; if there are none, it begins with the first example
 */
export function playPage(
  script: string,
  labels: readonly string[],
  examples: readonly Example[],
  opened: readonly object[],
): PlayPage {
  const style = styleSheet + controlStyle;
  const pageData = { bytes_max: BODY_BYTES_MAX, examples: examples.map(({ request }) => request), opened };
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Winnow play</title>
<style>${literally(style)}</style>
</head>
<body class="play">
<a class="skip" href="#play-result">Skip to the selection</a>
<header><p class="brand">Winnow play</p><h1 id="play-headline" aria-live="polite">What would be sent?</h1></header>
<main class="bench">
<form id="play-form" class="controls" autocomplete="off" aria-label="The request" novalidate>
${task}
${budget}
${strategy(labels)}
${records(examples)}
${more}
</form>
<section id="play-empty" aria-label="How to begin"><p>Paste or drop a conversation, records or any text, and write
what the model is asked to do. Then drag the budget. Or try an example.</p>
<p class="note">The engine runs on this machine. What you put here goes to it and nowhere else; this tab keeps it over a
reload and forgets it when it is closed.</p></section>
<div id="play-result" class="result" tabindex="-1" role="region" aria-label="The selection"></div>
</main>
<script type="application/json" id="play-page-data">${literally(inert(pageData))}</script>
<script type="module">${literally(script)}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { document: markup, policy };
}

const task = html`<section>
<h2><label for="play-task">Task</label></h2>
<textarea id="play-task" rows="3" aria-describedby="play-task-problem"
placeholder="What is the model asked to do?"></textarea>
${problem("task")}
<p class="field"><label for="play-keywords">Keywords</label>
<input type="text" id="play-keywords" placeholder="none" aria-describedby="play-keywords-problem"></p>
${problem("keywords")}
<div id="play-also" hidden><p class="note">The task also holds <bdi id="play-other-fields"></bdi></p>
<button type="button" id="play-forget" class="plain">Remove these</button></div>
</section>`;

const budget = html`<section class="dials">
<h2><label for="play-budget">Budget</label></h2>
<p class="field"><input type="number" id="play-budget" min="0" step="1" inputmode="numeric"
aria-describedby="play-share play-budget-problem"> <span id="play-share" class="note">tokens</span></p>
<input type="range" id="play-slider" min="0" max="100" step="1" aria-label="Budget, as a slider">
<p id="play-sum" class="note" aria-hidden="true"></p>
${problem("budget")}
</section>`;

function strategy(labels: readonly string[]): Markup {
  return html`<section aria-labelledby="play-strategy-label">
<h2 id="play-strategy-label">Strategy</h2>
<div class="row">
<p class="field"><label for="play-point">Operating point</label>
<select id="play-point" aria-describedby="play-point-problem">
${labels.map((label) => html`<option>${label}</option>`)}</select></p>
<p class="field"><label for="play-mode">Spent</label>
<select id="play-mode"><option value="fixed">once (fixed)</option>
<option value="adaptive">rung by rung (adaptive)</option></select></p>
</div>
${problem("point")}
<fieldset id="play-ladder" class="ladder" hidden><legend>Ladder</legend>
<p class="field"><label for="play-first">First rung</label>
<input type="number" id="play-first" min="0" step="1" inputmode="numeric" aria-describedby="play-first-problem"></p>
${problem("first")}
<p class="field"><label for="play-further">Further rungs, ascending</label>
<input type="text" id="play-further" placeholder="400, 800" aria-describedby="play-further-problem"></p>
${problem("further")}
<p><label><input type="checkbox" id="play-whole" checked> end in the whole context when no rung suffices</label></p>
<p><label><input type="checkbox" id="play-strict"> demand that everything asked for is covered</label></p>
</fieldset>
</section>`;
}

function records(examples: readonly Example[]): Markup {
  return html`<section id="play-records" aria-labelledby="play-records-label">
<h2 id="play-records-label">Records</h2>
<p id="play-held" aria-live="polite">None yet.</p>
<p id="play-pager" class="field" hidden><label for="play-page">Request</label>
<input type="number" id="play-page" min="1" step="1" inputmode="numeric" aria-describedby="play-pages">
<span id="play-pages" class="note"></span></p>
<label for="play-paste" class="note">Drop files anywhere, or paste here: a conversation, a request, records, a log,
any text</label>
<textarea id="play-paste" rows="3" aria-describedby="play-records-problem"></textarea>
${problem("records")}
<p class="row"><button type="button" id="play-add">Add</button>
<button type="button" id="play-choose">Choose files</button>
<button type="button" id="play-clear">Start over</button></p>
<input type="file" id="play-files" multiple hidden>
<p class="row">Try: ${examples.map(
    ({ name }, index) => html`<button type="button" class="plain" data-example="${index}">${name}</button> `,
  )}</p>
</section>`;
}

const more = html`<section aria-labelledby="play-more-label">
<h2 id="play-more-label">Take it with you</h2>
<p class="row"><button type="button" id="play-copy">Copy rendered context</button>
<button type="button" id="play-save-request">Download request JSON</button>
<button type="button" id="play-save-report">Download report HTML</button></p>
<p id="play-notice" class="note" role="status"></p>
<details><summary>More of the request</summary>
<p class="field"><label for="play-most">Most records</label>
<input type="number" id="play-most" min="0" step="1" inputmode="numeric" aria-describedby="play-most-problem"></p>
${problem("most")}
<p><label><input type="checkbox" id="play-hybrid"> re-encode JSON where that is shorter (hybrid)</label></p>
<p class="field"><label for="play-json">The whole request, in JSON</label>
<textarea id="play-json" rows="8" spellcheck="false" aria-describedby="play-json-problem"></textarea></p>
${problem("json")}
<p class="row"><button type="button" id="play-apply">Apply</button></p>
</details>
</section>`;

function problem(of: string): Markup {
  return html`<p id="play-${of}-problem" class="problem" role="alert" hidden></p>`;
}

/** JSON in which no markup can end the script element. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The page's scripts, each after those that it uses. Their top-level names are distinct. */
const parts = [
  new URL("./page/controls.ts", import.meta.url),
  new URL("./page/request-form.ts", import.meta.url),
  new URL("./page/shown.ts", import.meta.url),
  new URL("./page/asking.ts", import.meta.url),
  new URL("./page/opening.ts", import.meta.url),
  new URL("./page/saving.ts", import.meta.url),
  new URL("./page/main.ts", import.meta.url),
];

/** Joins the scripts into one module, without types and without the imports between the parts. */
export async function pageScript(): Promise<string> {
  const texts = await Promise.all(parts.map((part) => readFile(part, "utf8")));
  return texts.map((text) => withoutModules(stripTypeScriptTypes(text))).join("");
}

function withoutModules(script: string): string {
  return script.replace(/^import [^;]*;$/gm, "").replace(/^export /gm, "");
}
