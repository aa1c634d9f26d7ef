// Turns people's inputs into a request: request files, message arrays of OpenAI, Anthropic and the AI SDK, lists of
// records, JSON, NDJSON, logs, documents, code. In: named texts and a task. Out: the fields of a request, which
// `readRequest` still has to check.
import {
  aiSdkConversation,
  anthropicConversation,
  type ContextRecord,
  type Conversation,
  openAiConversation,
} from "winnow-client";
import { type Fields, isFields } from "../protocols/json/fields.ts";
import { errorMessage } from "../thrown.ts";
import { chatMessages, withoutMedia } from "./chat-messages.ts";

export interface NamedText {
  /** The path of a file, or `standard input`. */
  readonly name: string;
  readonly text: string;
}

interface Read {
  readonly records: readonly object[];
  /** The task of a conversation; empty for anything else. */
  readonly prompt: string;
}

/** The names of files that programs write. */
const PRINTED = /\.(?:log|out|err|txt\.log)$/i;

/**
 * Several inputs are one context. An input that is neither a request nor a conversation becomes records.
 * @param task the task's prompt; empty takes the request's own or the last user text of a conversation
 * @throws Error that says what was expected
 */
export function requestFrom(inputs: readonly NamedText[], task: string): Fields {
  const [only] = inputs;
  const value = inputs.length === 1 && only !== undefined ? jsonIn(only) : undefined;
  const request = value === undefined ? null : requestIn(value, task);
  if (request !== null) return request;
  const read = inputs.map(recordsIn);
  const prompt = task === "" ? (read.findLast((one) => one.prompt !== "")?.prompt ?? "") : task;
  if (prompt === "") throw new Error("no task is given: add --task TEXT, or pass a request or a conversation");
  return { records: read.flatMap(({ records }) => records), task: { prompt } };
}

/**
 * The request that a JSON value holds: as the interface takes it, inside a labelled case, or as the messages of a
 * conversation. Null for any other value, such as a list of records, which lacks a task.
 * @param task replaces the prompt unless it is empty
 * @throws Error for `messages` of an unknown shape
 */
export function requestIn(value: unknown, task: string): Fields | null {
  const inner = isFields(value) && isFields(value.request) ? value.request : value;
  if (isRequest(inner)) {
    return task === "" ? inner : { ...inner, task: { ...(isFields(inner.task) ? inner.task : {}), prompt: task } };
  }
  const conversation = conversationIn(inner);
  if (conversation === null) return null;
  return { records: conversation.records, task: { prompt: task === "" ? conversation.lastUserText : task } };
}

/**
 * Other APIs also name their results `records`. Without a text or a task, these are data. A value with a task is a
 * request even if its records are invalid, so that the error names them.
 */
function isRequest(value: unknown): value is Fields {
  if (!isFields(value) || !("records" in value)) return false;
  const { records } = value;
  return "task" in value || (Array.isArray(records) && (records.length === 0 || records.some(isRecord)));
}

/** A file of any content as one record. */
export function fileRecord(file: NamedText): ContextRecord {
  return recordOf(file, (parsed(file.text) ?? objectsIn(file.text)) !== undefined);
}

/**
 * One input as records, with the prompt of a conversation.
 * @throws Error for a text that is meant to be JSON, or JSON Lines by its name, and is not
 */
export function recordsIn(file: NamedText): Read {
  const value = jsonIn(file) ?? linesIn(file) ?? objectsIn(file.text);
  const conversation = conversationIn(value);
  if (conversation !== null) return { records: conversation.records, prompt: conversation.lastUserText };
  if (isRequest(value) && Array.isArray(value.records)) return { records: value.records, prompt: "" };
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return { records: value, prompt: "" };
  return { records: [recordOf(file, value !== undefined)], prompt: "" };
}

function recordOf({ name, text }: NamedText, isData: boolean): ContextRecord {
  const title = name.split("/").at(-1) ?? name;
  const kind = isData || PRINTED.test(name) ? "tool_result" : "external_data";
  return { id: name, title, source: name, kind, text };
}

/** @throws Error for an object whose `messages` are not those of a known API */
function conversationIn(value: unknown): Conversation<object> | null {
  if (isFields(value) && Array.isArray(value.input)) return conversationOf(value.input);
  if (!isFields(value) || !Array.isArray(value.messages)) return conversationOf(value);
  const conversation = conversationOf(value.messages);
  if (conversation !== null) return conversation;
  const at = value.messages.findIndex((message) => !isMessage(message));
  const what = at < 0 ? "messages is empty" : `messages[${at}] has no role or no content`;
  throw new Error(`${what}: expected messages of OpenAI, Anthropic or the AI SDK`);
}

/** The messages of a list in any of the known shapes; null for a list of anything else. */
function conversationOf(list: unknown): Conversation<object> | null {
  if (!Array.isArray(list)) return null;
  return conversationOfMessages(chatMessages(list) ?? list);
}

function conversationOfMessages(given: readonly unknown[]): Conversation<object> | null {
  if (given.length === 0 || !given.every(isMessage)) return null;
  const list = given.map(withoutMedia);
  const types = new Set(list.flatMap(({ content }) => (Array.isArray(content) ? content.map(typeOf) : [])));
  const options = { newest: 0 };
  if (types.has("tool-call") || types.has("tool-result")) return aiSdkConversation(list, options);
  if (types.has("tool_use") || types.has("tool_result")) return anthropicConversation(list, options);
  return openAiConversation(list, options);
}

interface Message extends Fields {
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

/**
 * The JSON value of a text; undefined if the text is not JSON.
 * @throws Error for a text that is meant to be JSON, by its name or its beginning, and is not
 */
export function jsonIn({ name, text }: NamedText): unknown {
  const value = parsed(text);
  if (value !== undefined || !isMeantAsJson(name, text)) return value;
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = errorMessage(error).replace(/ is not valid JSON$/, "");
    const reason = message === "Unexpected end of JSON input" ? endOf(text) : message;
    throw new Error(`not valid JSON: ${reason.replaceAll(/\p{Cc}/gu, " ")}`);
  }
}

/** For a text that ends inside its value, because the parser's own message names no place. */
function endOf(text: string): string {
  const lines = text.trimEnd().split("\n");
  return `Expected more, but the text ends (line ${lines.length} column ${(lines.at(-1) ?? "").length + 1})`;
}

/** A log may also begin with a bracket, so the beginning counts only if it opens a complete object. */
function isMeantAsJson(name: string, text: string): boolean {
  if (/\.json$/i.test(name)) return true;
  const [firstLine = ""] = text.trimStart().split("\n", 1);
  return /^(?:\{\s*"|\[\s*\{\s*")/.test(text.trimStart()) && parsed(firstLine) === undefined;
}

/** undefined for a text that is not a JSON object or array. */
function parsed(text: string): unknown {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line of JSON Lines, and its number in the text, from 1. */
export interface JsonLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text, without blank ones. */
export function jsonLines(text: string): readonly JsonLine[] {
  return text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [{ number: index + 1, text: line }]));
}

/** @throws Error that says why the line is not JSON */
export function lineValue({ text }: JsonLine): unknown {
  return jsonIn({ name: "line.json", text });
}

/** undefined for a line that is not a JSON object or array. */
export function lineValueIfJson({ text }: JsonLine): unknown {
  return parsed(text);
}

const LINES_NAME = /\.(?:jsonl|ndjson)$/i;

/**
 * The values of JSON Lines; undefined for any other text. If the name says JSON Lines, or if the first line is a
 * request or a record with a text, every line must be JSON.
 * @throws Error that names the first line that is not JSON
 */
export function linesIn({ name, text }: NamedText): readonly unknown[] | undefined {
  const lines = jsonLines(text);
  const [first] = lines;
  if (first === undefined || !(LINES_NAME.test(name) || isMeant(first))) return undefined;
  return lines.map((line) => {
    try {
      return lineValue(line);
    } catch (error) {
      throw new Error(`line ${line.number}: ${errorMessage(error)}`);
    }
  });
}

function isMeant(line: JsonLine): boolean {
  const value = lineValueIfJson(line);
  try {
    return requestIn(value, "") !== null || (isFields(value) && typeof value.text === "string");
  } catch {
    return false;
  }
}

/** The objects of JSON Lines; undefined for a text whose lines are not all objects. */
function objectsIn(text: string): readonly Fields[] | undefined {
  const lines = jsonLines(text);
  if (lines.length < 2) return undefined;
  const objects: Fields[] = [];
  for (const line of lines) {
    const value = lineValueIfJson(line);
    if (!isFields(value)) return undefined;
    objects.push(value);
  }
  return objects;
}
