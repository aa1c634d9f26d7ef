// Rewrites a prompt that is written for a model or an API as plain text: the messages or the fields of a JSON request,
// and the turns between the control tokens of a chat template. Callers send such prompts when they pass on what their
// model gets. Their quotes, escape sequences and field names are not words of the asker.
// In: a prompt. Out: the same with a line for each turn, such as `User: ...`. Other prompts stay as they are.
import { type Fields, isFields, parsedJson } from "../../text/json.ts";

/** A longer prompt quotes data rather than messages, and is not parsed. UTF-16 units. */
const LENGTH_MAX = 200_000;

/** The fields of a JSON object that may hold its request. The first of them that does counts. */
const REQUEST_FIELDS = [
  ...["user_query", "user_question", "query", "question", "request", "task", "instruction", "prompt", "input"],
];

/** Opens a turn in ChatML, Llama 3, Gemma and Phi, with the role in the token or after it. */
const ROLE_TOKEN = new RegExp(
  /(?:<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>|<\|)/.source +
    /(system|user|human|assistant|model|tool)(?:<\|end_header_id\|>|\|>)?(?![\w|>])/.source,
  "gi",
);

/** The tokens of Llama 2 and Mistral, by the role that they open. */
const INSTRUCTION_TOKENS: Readonly<Record<string, string>> = {
  "<<SYS>>": "system",
  "<</SYS>>": "user",
  "[INST]": "user",
  "[/INST]": "assistant",
};
const INSTRUCTION_TOKEN = /<<\/?SYS>>|\[\/?INST\]/g;

/** Tokens that end a turn, or open or end the text. */
const END_TOKEN = /<\|(?:im_end|eot_id|end|begin_of_text|end_of_text|endoftext)\|>|<end_of_turn>|<\/?s>/g;

interface Turn {
  readonly role: string;
  readonly text: string;
}

export function plainPrompt(prompt: string): string {
  if (prompt.length > LENGTH_MAX) return prompt;
  const isTokenised = /<\||<start_of_turn>|\[INST\]/.test(prompt);
  return isTokenised ? withoutTokens(prompt) : (withoutJson(prompt) ?? prompt);
}

/** A line for each turn that says something. */
function linesOf(turns: readonly Turn[]): string {
  const said = turns.map(({ role, text }) => ({ role, text: text.replaceAll(/\s+/g, " ").trim() }));
  return said
    .filter(({ text }) => text !== "")
    .map(({ role, text }) => `${role.charAt(0).toUpperCase()}${role.slice(1)}: ${text}`)
    .join("\n");
}

/** The text without control tokens, and the turns as lines. */
function withoutTokens(prompt: string): string {
  const marks = [
    ...Array.from(prompt.matchAll(ROLE_TOKEN), ({ index, 0: token, 1: role = "" }) => ({ index, token, role })),
    ...Array.from(prompt.matchAll(INSTRUCTION_TOKEN), ({ index, 0: token }) => {
      return { index, token, role: INSTRUCTION_TOKENS[token] ?? "user" };
    }),
  ].sort((a, b) => a.index - b.index);
  const textOf = (from: number, to: number | undefined) => prompt.slice(from, to).replaceAll(END_TOKEN, "\n");
  const turns = marks.map(({ index, token, role }, at) => {
    return { role, text: textOf(index + token.length, marks[at + 1]?.index) };
  });
  return turns.length === 0 ? prompt : `${textOf(0, marks[0]?.index)}\n${linesOf(turns)}`.trim();
}

/** null if the prompt holds no request in JSON. */
function withoutJson(prompt: string): string | null {
  const end = Math.max(prompt.lastIndexOf("}"), prompt.lastIndexOf("]")) + 1;
  const start = prompt.search(/\[\s{0,9}\{|\{\s{0,9}"/);
  if (start === -1 || end <= start) return null;
  const value = parsedJson(prompt.slice(start, end));
  const turns = turnsOf(value) ?? (isFields(value) ? turnsOf(value.messages) : null);
  if (turns !== null) return `${prompt.slice(0, start)}\n\n${linesOf(turns)}\n\n${prompt.slice(end)}`.trim();
  const isAll = prompt.slice(0, start).trim() === "" && prompt.slice(end).trim() === "";
  return isAll && isFields(value) ? requestLast(value) : null;
}

/** null for anything but a list of messages of an API. */
function turnsOf(value: unknown): readonly Turn[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const turns = value.map((message) => {
    const { role, content } = isFields(message) ? message : {};
    return typeof role === "string" ? { role, text: textOfContent(content) } : null;
  });
  return turns.every((turn) => turn !== null) ? turns : null;
}

/** The content of a message: a text, or a list of parts with texts. */
function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((part: unknown) => (isFields(part) ? part.text : null));
  return texts.filter((text) => typeof text === "string").join(" ");
}

/** The fields of an object as lines, its request last and labelled. null if it has none. */
function requestLast(fields: Fields): string | null {
  const name = REQUEST_FIELDS.find((field) => typeof fields[field] === "string" && fields[field] !== "");
  if (name === undefined) return null;
  const lines = Object.entries(fields)
    .filter(([field]) => field !== name)
    .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [...lines, `Question: ${String(fields[name])}`].join("\n");
}
