// Takes what is pasted, dropped or chosen into the request. Reads files in the page: nothing is uploaded but requests.
import { askAgain, tooLarge } from "./asking.ts";
import { controls, grouped } from "./controls.ts";
import { isFields, listAt } from "./fields.ts";
import { showProblem } from "./problems.ts";
import { recordsFrom, type Taken } from "./records-from.ts";
import { addRecords, adopt, removeRecords, requestNow } from "./request-form.ts";

let pasted = 0;

export function take(text: string, name: string): boolean {
  return accept(recordsFrom(text, name), name);
}

function accept(taken: Taken, name: string): boolean {
  if ("problem" in taken) {
    showProblem("records", taken.problem);
    return false;
  }
  const large = tooLarge(JSON.stringify(taken));
  if (large !== null) {
    showProblem("records", `${name}: ${large}`);
    return false;
  }
  if ("request" in taken) adopt(taken.request);
  else addRecords(taken.records);
  const count = "request" in taken ? listAt(taken.request, "records").length : taken.records.length;
  controls.said.textContent = `${"request" in taken ? "Opened" : "Added"} ${grouped(count)} from ${name}.`;
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
    const large = file.size > 4 * 6 * 1024 * 1024;
    if (large) showProblem("records", `${file.name} holds ${file.size} bytes, too many for a request of 6 MB`);
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
