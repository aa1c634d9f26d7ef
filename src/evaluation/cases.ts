// Reads requests, labelled or not, from files and folders, in every format that `winnow select` reads.
// In: paths and a task. Out: requests in name order, which `readRequest` still has to check, and the places that could
// not be read. A file of lines holds one request a line if one of its first lines is a request.
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import {
  type JsonLine,
  jsonIn,
  jsonLines,
  lineValue,
  lineValueIfJson,
  type NamedText,
  requestFrom,
  requestIn,
} from "../local/input.ts";
import { readText } from "../local/read.ts";
import { type Fields, isFields } from "../protocols/json/fields.ts";
import { errorCode, errorMessage } from "../thrown.ts";
import type { Gold } from "./evidence.ts";
import type { Unread } from "./summary.ts";

export interface EvaluationCase {
  /** The id of the case or of the request, else its place. */
  readonly name: string;
  /** Its file, with the line or the index if the file holds several. */
  readonly place: string;
  /** The group in which it counts: its file if that holds several, else its folder. */
  readonly group: string;
  readonly request: Fields;
  /** null if it is not labelled. */
  readonly gold: Gold | null;
}

export type Found = { readonly found: EvaluationCase } | { readonly unread: Unread };

interface CaseFile {
  /** A path; `-` for standard input. */
  readonly file: string;
  /** Its name relative to the given path. */
  readonly place: string;
  /** The group of its request if it holds only one: its folder. */
  readonly folder: string;
}

const requestFile = /\.(json|jsonl|ndjson)(\.gz)?$/;

/**
 * @param path a file, a folder, or `-` for standard input
 * @param all true for every file of a folder, false for those with the name of a request file
 * @throws Error that names the path
 */
export async function caseFiles(path: string, all: boolean): Promise<readonly CaseFile[]> {
  if (path === "-") return [{ file: path, place: "standard input", folder: "standard input" }];
  try {
    if (!(await stat(path)).isDirectory()) return [{ file: path, place: basename(path), folder: basename(path) }];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && (all || requestFile.test(entry.name)))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => {
        const place = relative(path, file);
        return { file, place, folder: place === basename(file) ? basename(resolve(path)) : dirname(place) };
      });
  } catch (error) {
    throw new Error(`${path} cannot be read: ${errorCode(error)}`);
  }
}

/** @param task the prompt for every request; if empty, each request keeps its own */
export async function* casesIn({ file, place, folder }: CaseFile, task: string): AsyncGenerator<Found> {
  const read = await attempted(() => readText(file));
  if ("problem" in read) {
    yield { unread: { place, problem: read.problem.replace(`${file} `, "") } };
    return;
  }
  const input = { name: place.replace(/\.gz$/, ""), text: read.value.text };
  const lines = jsonLines(input.text);
  if (isLogOfRequests(input.name, lines)) {
    for (const line of lines) yield await lineCase(line, place, task);
    return;
  }
  const value = await attempted(() => jsonIn(input));
  if ("problem" in value) yield { unread: { place, problem: value.problem } };
  else if (isListOfRequests(value.value)) {
    for (const [index, one] of value.value.entries())
      yield await caseFrom(one, `${place}[${index}]`, place, task, null);
  } else yield await caseFrom(value.value, place, folder, task, input);
}

/** This many first lines decide what a file is, so that a single bad line does not decide it. */
const LINES_TRIED = 10;

function isLogOfRequests(name: string, lines: readonly JsonLine[]): boolean {
  return !name.endsWith(".json") && lines.slice(0, LINES_TRIED).some((line) => isRequestLike(lineValueIfJson(line)));
}

/** Looks only at the names of fields, because an invalid request must be reported and not read as something else. */
function isRequestLike(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => isFields(one) && "role" in one);
  return isFields(value) && ("records" in value || "messages" in value || isFields(value.request));
}

function isListOfRequests(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRequestLike);
}

async function lineCase(line: JsonLine, file: string, task: string): Promise<Found> {
  const place = `${file}:${line.number}`;
  const value = await attempted(() => lineValue(line));
  if ("problem" in value) return { unread: { place, problem: value.problem } };
  return caseFrom(value.value, place, file, task, null);
}

/** @param input the whole file, which is one context if `value` alone is not a request; null within a log */
async function caseFrom(
  value: unknown,
  place: string,
  group: string,
  task: string,
  input: NamedText | null,
): Promise<Found> {
  const request = await attempted(() => {
    const found = requestIn(value, task);
    if (found !== null) return found;
    if (input !== null) return requestFrom([input], task);
    throw new Error("no records and no messages: expected a request or a conversation");
  });
  if ("problem" in request) return { unread: { place, problem: request.problem } };
  const label = isFields(value) ? value : {};
  const name = [label.id, request.value.request_id].find((id) => typeof id === "string" && id !== "");
  const gold = isFields(label.request) && isFields(label.gold) ? goldFrom(label.gold) : null;
  return { found: { name: typeof name === "string" ? name : place, place, group, request: request.value, gold } };
}

/** The result of reading, or the text of its error. */
async function attempted<Value>(
  work: () => Value | Promise<Value>,
): Promise<{ readonly value: Value } | { readonly problem: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

/** @returns null if the label names nothing to keep */
function goldFrom(gold: Fields): Gold | null {
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string" && one.trim() !== "") : [];
  const read = { evidence: texts(gold.evidence), answers: texts(gold.answers), recordIds: texts(gold.record_ids) };
  return read.evidence.length + read.answers.length + read.recordIds.length > 0 ? read : null;
}
