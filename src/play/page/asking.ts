// Asks the server what it would select for the current request: one query at a time, the newest wins. While the reader
// drags a control, quick answers are shown as they arrive. A slow one is cancelled for a newer query.
import { clearProblems, controls, showProblem } from "./controls.ts";
import { type Fields, isExample, isFields, listAt, recordsHeld, requestNow } from "./request-form.ts";
import { show, showNothing, showStale, type View, viewFrom } from "./shown.ts";

/** A slower answer is cancelled for a newer query. In milliseconds. */
const SLOW_ANSWER_MS = 300;
/** Identifies this page, so that the server can cancel the page's previous query. */
const pageName = crypto.randomUUID();
const storeName = "winnow-play";

let asked: { readonly body: string; readonly since: number; readonly give: AbortController } | null = null;
let changed = false;
let newest: View | null = null;

export function newestView(): View | null {
  return newest;
}

/** @throws TypeError if the server is gone */
export function post(path: string, body: string, signal: AbortSignal | null): Promise<Response> {
  const headers = { "content-type": "application/json", "x-winnow-page": pageName };
  return fetch(path, { method: "POST", headers, body, signal, credentials: "omit", redirect: "error" });
}

/** Call it after every change of the request. */
export function requestSelection(): void {
  changed = true;
  if (asked === null) void askNow();
  else if (performance.now() - asked.since > SLOW_ANSWER_MS) asked.give.abort();
}

interface PageData {
  /** The largest request that the server accepts, in bytes. */
  readonly bytesMax: number;
  /** Requests to try. */
  readonly examples: readonly unknown[];
  /** Requests that the command line names. */
  readonly opened: readonly unknown[];
}

/** What the server wrote into the page. */
export function pageData(): PageData {
  const value: unknown = JSON.parse(controls.pageData.textContent);
  const fields = isFields(value) ? value : {};
  const bytesMax = typeof fields.bytes_max === "number" ? fields.bytes_max : 0;
  return { bytesMax, examples: listAt(fields, "examples"), opened: listAt(fields, "opened") };
}

export function tooLarge(body: string): string | null {
  const most = pageData().bytesMax;
  const bytes = new TextEncoder().encode(body).byteLength;
  return bytes > most ? `the request holds ${bytes} bytes, at most ${most}` : null;
}

async function askNow(): Promise<void> {
  while (changed) {
    changed = false;
    const body = JSON.stringify(requestNow());
    if (recordsHeld() === 0) {
      newest = null;
      clearProblems();
      showNothing();
      keep(body);
      continue;
    }
    const large = tooLarge(body);
    if (large !== null) {
      showProblem("records", large);
      showStale();
      continue;
    }
    const give = new AbortController();
    asked = { body, since: performance.now(), give };
    const late = setTimeout(() => {
      if (changed) give.abort();
    }, SLOW_ANSWER_MS);
    await answered(body, give.signal);
    clearTimeout(late);
    asked = null;
  }
}

async function answered(body: string, signal: AbortSignal): Promise<void> {
  try {
    const response = await post("/view", body, signal);
    const value: unknown = await response.json();
    const view = viewFrom(value);
    if (view !== null) {
      newest = view;
      clearProblems();
      show(view);
      keep(body);
    } else if (response.status !== 409) {
      const { field, detail } = isFields(value) ? value : {};
      showProblem(typeof field === "string" ? field : "", typeof detail === "string" ? detail : "no answer");
      showStale();
      keep(body);
    }
  } catch {
    if (signal.aborted) return;
    showProblem("", "the playground does not answer; is `winnow play` still running?");
    showStale();
  }
}

/** Keeps the request for the next load of this page in this tab. Nothing leaves the browser. */
function keep(body: string): void {
  try {
    sessionStorage.setItem(storeName, JSON.stringify({ request: body, example: isExample() }));
  } catch {
    sessionStorage.removeItem(storeName);
    controls.notice.textContent = "Too large for the browser to keep across a reload.";
  }
}

/** The request of the page before a reload; null in a new tab. */
export function keptRequest(): { readonly request: Fields; readonly example: boolean } | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storeName) ?? "null");
  if (!isFields(kept) || typeof kept.request !== "string") return null;
  const request: unknown = JSON.parse(kept.request);
  return isFields(request) ? { request, example: kept.example === true } : null;
}
