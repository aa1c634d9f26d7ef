// Takes what is pasted, dropped or chosen into the request. Reads files in the page: nothing is uploaded but requests.
import { askAgain, bytesMax, tooLarge } from "./asking.ts";
import { controls, counted, showProblem } from "./controls.ts";
import { isFields, listAt } from "./fields.ts";
import { openRequests } from "./opened-requests.ts";
import { recordsFrom, type Taken } from "./records-from.ts";
import { addRecords, adopt, removeRecords, requestNow } from "./request-form.ts";

/** A file may be as large as so many of the largest requests. */
const REQUESTS_IN_FILE_MAX = 4;

let pasted = 0;

export function take(text: string, name: string): boolean {
  return accept(recordsFrom(text, name), name);
}

function accept(taken: Taken, name: string): boolean {
  if ("problem" in taken) {
    showProblem("records", taken.problem);
    return false;
  }
  if ("requests" in taken) {
    openRequests(taken.requests);
    controls.said.textContent = `Opened ${counted(taken.requests.length, "request", "requests")} from ${name}.`;
    return true;
  }
  const large = tooLarge(JSON.stringify(taken));
  if (large !== null) {
    showProblem("records", `${name}: ${large}`);
    return false;
  }
  addRecords(taken.records);
  controls.said.textContent = `Added ${counted(taken.records.length, "record", "records")} from ${name}.`;
  askAgain();
  return true;
}

export function takePasted(text: string): boolean {
  pasted += 1;
  return take(text, `pasted ${pasted}`);
}

export async function takeFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    // Before it is read: a browser would hold a film in memory only to be told that it is no text.
    const most = REQUESTS_IN_FILE_MAX * bytesMax();
    const large = file.size > most;
    if (large) showProblem("records", `${file.name} holds ${file.size} bytes, at most ${most}`);
    if (large || !take(await contentOf(file), file.name)) return;
  }
}

/** Empty for what cannot be read, such as a folder. */
async function contentOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch {
    return "";
  }
}

export function clear(): void {
  removeRecords();
  askAgain();
}

/** The whole request from the text the reader edited. */
export function applyJson(): void {
  try {
    const value: unknown = JSON.parse(controls.json.value);
    if (!isFields(value)) throw new Error("it must be an object");
    adopt(value);
    edited = false;
    askAgain();
  } catch (error) {
    showProblem("", `not a request: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

let edited = false;

export function noteEdited(): void {
  edited = true;
}

/** The request as it stands, unless the reader is at work on its text. */
export function showJson(): void {
  if (!edited) controls.json.value = JSON.stringify(requestNow(), null, 2);
}

export function openExample(index: number): void {
  const known: unknown = JSON.parse(controls.known.textContent);
  const text = isFields(known) ? listAt(known, "examples")[index] : undefined;
  if (typeof text === "string") take(text, "the example");
}
