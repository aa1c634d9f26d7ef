// Reads pasted or dropped text and the inputs of the command line, as `winnow select` does. In: a text with its name.
// Out: requests to open or records to add. It does not check their fields: the engine does, with the service's error
// texts.
import { jsonIn, linesIn, type NamedText, recordsIn, requestIn } from "../local/input.ts";
import { completed, type Overrides } from "../local/selection.ts";
import { type Fields, isFields } from "../protocols/json/fields.ts";
import { errorMessage } from "../thrown.ts";

export type Opened = { readonly requests: readonly Fields[] } | { readonly records: readonly object[] };

/**
 * @param task the prompt of every request; if empty, each request keeps its own
 * @throws a one-line Error that begins with the name
 */
export function openText(input: NamedText, task: string): Opened {
  const { name, text } = input;
  if (text.trim() === "") throw new Error(`${name} is empty`);
  if (text.includes("\u0000")) throw new Error(`${name} is binary: expected text`);
  try {
    return openedFrom(input, task);
  } catch (error) {
    throw new Error(`${name}: ${errorMessage(error)}`);
  }
}

/** Reads the inputs of a command line into the requests that the page opens. Several inputs are one context. */
export function openInputs(inputs: readonly NamedText[], task: string, overrides: Overrides): readonly Fields[] {
  const opened = inputs.map((input) => openText(input, task));
  const [only] = opened;
  if (opened.length === 1 && only !== undefined && "requests" in only) {
    return only.requests.map((request) => completed(request, overrides));
  }
  const parts = opened.flatMap((one): readonly Fields[] => ("requests" in one ? one.requests : [{ ...one }]));
  const prompt = parts.map(promptOf).findLast((found) => found !== "") ?? task;
  const records = parts.flatMap((part) => (Array.isArray(part.records) ? part.records : []));
  return [completed({ records, task: { prompt } }, overrides)];
}

function promptOf({ task }: Fields): string {
  return isFields(task) && typeof task.prompt === "string" ? task.prompt : "";
}

function openedFrom(input: NamedText, task: string): Opened {
  const value = jsonIn(input) ?? linesIn(input);
  const request = requestIn(value, task);
  if (request !== null) return { requests: [request] };
  if (Array.isArray(value) && value.length > 0) {
    const requests = value.map((one) => requestIn(one, task)).filter((found) => found !== null);
    if (requests.length === value.length) return { requests };
    if (requests.length > 0) throw new Error(`expected ${value.length} requests, found ${requests.length}`);
  }
  return { records: recordsIn(input).records };
}
