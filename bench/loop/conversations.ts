// Conversations of agents to replay: labelled cases as message lists, and recorded conversations. In: a folder of
// labelled cases (`*.jsonl`, `*.jsonl.gz`) or of message lists (`*.json`). Out: messages in the format of OpenAI's Chat
// Completions, with the evidence that the prompt must contain at some steps.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type Case, caseFiles, readCases } from "../cases.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

interface ToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface Conversation {
  readonly id: string;
  readonly suite: string;
  readonly messages: readonly Message[];
  /** Where the prompt must contain evidence. */
  readonly checks: readonly Check[];
}

export interface Check {
  /** The prompt is the messages before this index. */
  readonly at: number;
  readonly evidence: readonly string[];
}

type CaseRecord = Case["records"][number];

/** @param chain how many cases of a suite follow each other in one conversation */
export function conversationsIn(
  folder: string,
  suites: readonly string[] | null,
  chain: number,
): readonly Conversation[] {
  const cases = caseFiles(folder).flatMap(readCases);
  const chosen = cases.filter((one) => isAgentic(one) && (suites === null || suites.includes(one.suite)));
  const bySuite = Map.groupBy(chosen, ({ suite }) => suite);
  const labelled = [...bySuite.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / chain) }, (_, n) => chained(all.slice(n * chain, (n + 1) * chain))),
  );
  return [...labelled, ...recordedIn(folder)];
}

/** Whether the case has evidence to look for, and tool results, which a session cuts. */
function isAgentic({ records, evidence }: Case): boolean {
  return evidence.length > 0 && records.some(({ kind }) => kind === "tool_result");
}

function chained(cases: readonly Case[]): Conversation {
  const messages: Message[] = [];
  const checks: Check[] = [];
  for (const [index, one] of cases.entries()) {
    messages.push(...messagesOf(one, `${index}-`));
    checks.push({ at: messages.length, evidence: one.evidence });
    if (index < cases.length - 1) messages.push({ role: "assistant", content: "Done." });
  }
  return { id: cases.map(({ id }) => id).join(" "), suite: cases[0]?.suite ?? "", messages, checks };
}

/** The task comes first in the conversation, or last if users speak after a result. */
function messagesOf(one: Case, prefix: string): readonly Message[] {
  const { records, task } = one;
  const firstResult = records.findIndex(({ kind }) => kind === "tool_result");
  const asksLater = records.findLastIndex(({ kind }) => kind === "user_input") > firstResult;
  const prompt: Message = { role: "user", content: task.prompt };
  const messages = turnsOf(records).flatMap((turn, index) => messagesOfTurn(turn, `${prefix}${index}`));
  return asksLater ? [...messages, prompt] : [prompt, ...messages];
}

/** Records of one role and step, in a row. */
function turnsOf(records: readonly CaseRecord[]): readonly (readonly CaseRecord[])[] {
  const turns: CaseRecord[][] = [];
  for (const record of records) {
    const last = turns.at(-1)?.[0];
    const isSame =
      last !== undefined && record.kind !== "user_input" && last.kind !== "user_input" && last.stepId === record.stepId;
    const follows = isSame && !(isResult(turns.at(-1)?.at(-1)) && !isResult(record));
    if (follows) turns.at(-1)?.push(record);
    else turns.push([record]);
  }
  return turns;
}

function isResult(record: CaseRecord | undefined): boolean {
  return record?.kind === "tool_result" || record?.kind === "error";
}

function messagesOfTurn(turn: readonly CaseRecord[], id: string): readonly Message[] {
  const user = turn.filter(({ kind }) => kind === "user_input");
  const answers = turn.filter(({ kind }) => kind === "llm_response" || kind === "external_data");
  const called = turn.filter(({ kind }) => kind === "tool_call");
  const results = turn.filter(isResult);
  if (user.length > 0) return user.map(({ text }) => ({ role: "user", content: text }));
  // A result without a call gets one, so that calls and results are paired.
  const calls = results.map((result, index) =>
    callOf(called[index]?.text ?? "{}", result.title ?? "tool", `${id}.${index}`),
  );
  const extra = called.slice(results.length).map(({ text }) => text);
  const content = [...answers.map(({ text }) => text), ...extra].join("\n\n");
  const assistant: Message = { role: "assistant", content: content === "" ? null : content };
  return [
    calls.length === 0 ? assistant : { ...assistant, tool_calls: calls },
    ...results.map(({ text }, index): Message => ({ role: "tool", tool_call_id: `${id}.${index}`, content: text })),
  ];
}

function callOf(text: string, name: string, id: string): ToolCall {
  return { id, type: "function", function: { name, arguments: text } };
}

/** Every `*.json` that holds a list of messages, or an object with `messages`. */
function recordedIn(folder: string): readonly Conversation[] {
  const full = resolve(folder);
  if (!statSync(full).isDirectory()) return [];
  const files = readdirSync(full, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort();
  return files.flatMap((name) => {
    const json: unknown = JSON.parse(readFileSync(join(full, name), "utf8"));
    const messages = messagesIn(json);
    return messages === null ? [] : [{ id: basename(name, ".json"), suite: "recorded", messages, checks: [] }];
  });
}

function messagesIn(json: unknown): readonly Message[] | null {
  const list = typeof json === "object" && json !== null && "messages" in json ? json.messages : json;
  return Array.isArray(list) && list.every(isMessage) ? list : null;
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "role" in value && typeof value.role === "string";
}
