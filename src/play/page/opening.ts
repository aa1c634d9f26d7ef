// Adds to the request what the reader pastes, drops or chooses. The server on this machine reads it, as `winnow select`
// reads files.
import { pageData, post, requestSelection, tooLarge } from "./asking.ts";
import { controls, counted, grouped, showProblem } from "./controls.ts";
import { addRecords, adopt, type Fields, isFields, listAt, requestNow, startOver } from "./request-form.ts";

/** A file may be as large as this many of the largest requests. */
const REQUESTS_IN_FILE_MAX = 4;

let pasted = 0;

/** @returns whether it held anything to add */
async function take(text: string, name: string): Promise<boolean> {
  try {
    const response = await post("/read", JSON.stringify({ name, text }), null);
    const value: unknown = await response.json();
    if (isFields(value) && Array.isArray(value.requests)) {
      openRequests(value.requests.filter(isFields), false);
      controls.notice.textContent = `Opened ${counted(value.requests.length, "request", "requests")} from ${name}.`;
      return true;
    }
    if (isFields(value) && Array.isArray(value.records)) return add(value.records, name);
    showProblem("records", isFields(value) && typeof value.detail === "string" ? value.detail : `${name}: no answer`);
  } catch {
    showProblem("records", "the playground does not answer; is `winnow play` still running?");
  }
  return false;
}

function add(records: readonly unknown[], name: string): boolean {
  const large = tooLarge(JSON.stringify({ records }));
  if (large !== null) {
    showProblem("records", `${name}: ${large}`);
    return false;
  }
  addRecords(records);
  controls.notice.textContent = `Added ${counted(records.length, "record", "records")} from ${name}.`;
  requestSelection();
  return true;
}

export function takePasted(text: string): Promise<boolean> {
  pasted += 1;
  return take(text, `pasted ${pasted}`);
}

export async function takeFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    // Checked before it is read, so that a browser does not load a film into memory.
    const most = REQUESTS_IN_FILE_MAX * pageData().bytesMax;
    const large = file.size > most;
    if (large) showProblem("records", `${file.name} holds ${file.size} bytes, at most ${most}`);
    if (large || !(await take(await contentOf(file), file.name))) return;
  }
}

/** Empty if the file cannot be read, as with a folder. */
async function contentOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch {
    return "";
  }
}

export function clear(): void {
  startOver();
  openedRequests = [];
  controls.pager.hidden = true;
  controls.notice.textContent = "";
  requestSelection();
}

/** The requests of the file that was opened last. The controls show one of them at a time. */
let openedRequests: readonly Fields[] = [];

function openRequests(requests: readonly Fields[], example: boolean): void {
  const { pager, page, pages } = controls;
  openedRequests = requests;
  pager.hidden = requests.length < 2;
  page.value = "1";
  page.max = String(requests.length);
  pages.textContent = `of ${grouped(requests.length)}`;
  showRequest(example);
}

/** Shows the request whose number is in the control, if there is one. Edits of the previous request are lost. */
export function showRequest(example: boolean): void {
  const request = openedRequests[Number(controls.page.value) - 1];
  if (request === undefined) return;
  adopt(request, example);
  requestSelection();
}

export function openExample(index: number): void {
  const request = pageData().examples[index];
  if (isFields(request)) openRequests([request], true);
}

/** Opens the first request of the page: that of the command line, else the first example. */
export function openFirst(): void {
  const requests = pageData().opened.filter(isFields);
  if (requests.length > 0) openRequests(requests, false);
  else openExample(0);
}

let edited = false;

export function noteEdited(): void {
  edited = true;
}

/** Shows the current request as text, unless the reader is editing that text. */
export function showJson(): void {
  if (!edited) controls.json.value = JSON.stringify(requestNow(), null, 2);
}

/** Replaces the whole request by the text that the reader edited. */
export async function applyJson(): Promise<void> {
  try {
    const response = await post("/read", JSON.stringify({ name: "request.json", text: controls.json.value }), null);
    const value: unknown = await response.json();
    const [request] = isFields(value) ? listAt(value, "requests") : [];
    if (isFields(request)) {
      adopt(request, false);
      edited = false;
      requestSelection();
      return;
    }
    const detail =
      isFields(value) && typeof value.detail === "string" ? value.detail : "expected an object with records";
    showProblem("", `not a request: ${detail.replace("request.json: ", "")}`);
  } catch {
    showProblem("", "the playground does not answer; is `winnow play` still running?");
  }
}
