// What people have, as a request: request files, message arrays of OpenAI, Anthropic and the AI SDK, lists of records,
// JSON, NDJSON, logs, documents, code. In: named texts and what the command line adds. Out: the fields of a request,
// still to be checked as one.
import {
  aiSdkConversation,
  anthropicConversation,
  type ContextRecord,
  type Conversation,
  openAiConversation,
} from "winnow-client";
import { type Fields, isFields } from "../protocols/json/violation.ts";

export interface NamedText {
  /** The path of a file, or `standard input`. */
  readonly name: string;
  readonly text: string;
}

interface Read {
  readonly records: readonly object[];
  /** What a conversation asks for; empty for anything else. */
  readonly prompt: string;
}

/** Of a name that ends like this, the text was printed by a program. */
const PRINTED = /\.(?:log|out|err|txt\.log)$/i;

/**
 * @param task the task's prompt; empty takes the request's own or the last user text of a conversation
 * @throws Error that says what was expected
 */
export function requestFrom(inputs: readonly NamedText[], task: string): Fields {
  const [only] = inputs;
  const request = inputs.length === 1 && only !== undefined ? requestIn(only.text) : null;
  if (request !== null) return task === "" ? request : { ...request, task: withPrompt(request.task, task) };
  const read = inputs.map(recordsIn);
  const prompt = task === "" ? (read.findLast((one) => one.prompt !== "")?.prompt ?? "") : task;
  if (prompt === "") throw new Error("no task is given: add --task TEXT, or pass a request or a conversation");
  return { records: read.flatMap(({ records }) => records), task: { prompt } };
}

/** The request in a text: one as the interface takes it, or a labelled case that holds one. Null for any other text. */
function requestIn(text: string): Fields | null {
  const value = parsed(text);
  if (!isFields(value)) return null;
  if (isFields(value.request) && Array.isArray(value.request.records)) return value.request;
  return Array.isArray(value.records) ? value : null;
}

function withPrompt(task: unknown, prompt: string): Fields {
  return { ...(isFields(task) ? task : {}), prompt };
}

function recordsIn({ name, text }: NamedText): Read {
  const value = parsed(text) ?? linesOf(text);
  const list = isFields(value) && Array.isArray(value.messages) ? value.messages : value;
  const conversation = conversationOf(list);
  if (conversation !== null) return { records: conversation.records, prompt: conversation.lastUserText };
  if (Array.isArray(list) && list.length > 0 && list.every(isRecord)) return { records: list, prompt: "" };
  return { records: [recordOf({ name, text }, value !== undefined)], prompt: "" };
}

/** A file as one record, whatever it holds. */
export function fileRecord(file: NamedText): ContextRecord {
  return recordOf(file, (parsed(file.text) ?? linesOf(file.text)) !== undefined);
}

function recordOf({ name, text }: NamedText, isData: boolean): ContextRecord {
  const title = name.split("/").at(-1) ?? name;
  const kind = isData || PRINTED.test(name) ? "tool_result" : "external_data";
  return { id: name, title, source: name, kind, text };
}

/** The messages of a list, whichever of the three shapes they have; null for a list of anything else. */
export function conversationOf(list: unknown): Conversation<object> | null {
  if (!Array.isArray(list) || list.length === 0 || !list.every(isMessage)) return null;
  const types = new Set(list.flatMap(({ content }) => (Array.isArray(content) ? content.map(typeOf) : [])));
  const options = { newest: 0 };
  if (types.has("tool-call") || types.has("tool-result")) return aiSdkConversation(list, options);
  if (types.has("tool_use") || types.has("tool_result")) return anthropicConversation(list, options);
  return openAiConversation(list, options);
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

function isMessage(value: unknown): value is Message {
  return isFields(value) && typeof value.role === "string" && ("content" in value || "tool_calls" in value);
}

function isRecord(value: unknown): value is object {
  return isFields(value) && typeof value.text === "string";
}

function typeOf(part: unknown): unknown {
  return isFields(part) ? part.type : undefined;
}

/** undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects of NDJSON; undefined for a text whose lines are not all objects. */
function linesOf(text: string): readonly Fields[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  const objects: Fields[] = [];
  for (const line of lines) {
    const value = parsed(line);
    if (!isFields(value)) return undefined;
    objects.push(value);
  }
  return objects;
}
