// Request files under a folder, labelled or not: JSON (one request) or JSON Lines (one a line), gzipped or plain.
// In: a path. Out: the requests in name order, still to be read as such, and what could not be read, by its place.
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { parseJson } from "../config/violations.ts";
import { conversationOf } from "../local/input.ts";
import { type Fields, isFields } from "../protocols/json/violation.ts";
import type { Gold } from "./evidence.ts";
import type { Unread } from "./summary.ts";

export interface EvaluationCase {
  /** The case's id, the request's, or its place. */
  readonly name: string;
  /** Its file, and the line of a file that holds lines. */
  readonly place: string;
  /** What it is counted with: its file when that holds lines, else its folder. */
  readonly group: string;
  readonly request: unknown;
  /** null: not labelled. */
  readonly gold: Gold | null;
}

export type Found = { readonly found: EvaluationCase } | { readonly unread: Unread };

const requestFile = /\.(json|jsonl|ndjson)(\.gz)?$/;
const linesFile = /\.(jsonl|ndjson)(\.gz)?$/;
/** Text that one string can hold with room to spare; split what is longer. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;
const unzip = promisify(gunzip);

/** Every request file at or under `path`, in name order. */
export async function requestFiles(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => requestFile.test(name))
    .sort()
    .map((name) => join(path, name));
}

export async function* casesIn(file: string, root: string): AsyncGenerator<Found> {
  const place = relative(root, file) || basename(file);
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    yield { unread: { place, problem: error instanceof Error ? error.message : String(error) } };
    return;
  }
  if (!linesFile.test(file)) {
    yield caseFrom(text, place, dirname(place));
    return;
  }
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    if (line.trim() !== "") yield caseFrom(line, `${place}:${number}`, place);
  }
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  const plain = file.endsWith(".gz") ? await unzip(bytes, { maxOutputLength: FILE_BYTES_MAX }) : bytes;
  if (plain.byteLength > FILE_BYTES_MAX) throw new Error(`holds ${plain.byteLength} bytes, at most ${FILE_BYTES_MAX}`);
  return plain.toString("utf8");
}

function caseFrom(text: string, place: string, group: string): Found {
  const parsed = parseJson(text, "it", true);
  if ("violations" in parsed) return { unread: { place, problem: parsed.violations.join(", ") } };
  const value = asRequest(parsed.value);
  if (!isFields(value)) return { unread: { place, problem: "it is neither a request nor a list of messages" } };
  const labelled = isFields(value.request);
  const request = isFields(value.request) ? value.request : value;
  if (!Array.isArray(request.records)) return { unread: { place, problem: "it holds no records" } };
  const name = [value.id, request.request_id].find((id) => typeof id === "string" && id !== "");
  const gold = labelled && isFields(value.gold) ? goldFrom(value.gold) : null;
  return { found: { name: typeof name === "string" ? name : place, place, group, request, gold } };
}

/** A list of messages, or an API request that holds one, as a request; anything else as it is. */
function asRequest(value: unknown): unknown {
  const conversation = conversationOf(isFields(value) && Array.isArray(value.messages) ? value.messages : value);
  if (conversation === null) return value;
  return { records: conversation.records, task: { prompt: conversation.lastUserText } };
}

/** null when the label names nothing to keep. */
function goldFrom(gold: Fields): Gold | null {
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string" && one.trim() !== "") : [];
  const read = { evidence: texts(gold.evidence), answers: texts(gold.answers), recordIds: texts(gold.record_ids) };
  return read.evidence.length + read.answers.length + read.recordIds.length > 0 ? read : null;
}
