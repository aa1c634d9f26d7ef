// Turns a prompt in the format of a model or an API into plain text. Such a prompt is a JSON request with messages or
// fields, or has turns between the control tokens of a chat template. Callers send it when they pass on what their
// model gets. Its quotes, escape sequences and field names are not the asker's words.
// In: a prompt. Out: the same with a line for each turn, such as `User: ...`, or for each field. A prompt that only
// quotes messages or tokens stays as it is.
import { type Fields, isFields, parsedJson } from "../../text/json.ts";
import { TURNS_MIN } from "./asker.ts";

/** A longer prompt quotes data rather than messages, so it stays as it is. UTF-16 units. */
const LENGTH_MAX = 200_000;

const ROLES = "system|developer|user|human|assistant|model|ai|tool|function";
const ROLE = new RegExp(`^(?:${ROLES})$`, "i");

/** Fields of a JSON object that may hold its request. The first that is a text of several words counts. */
const REQUEST_FIELDS = [
  ...["question", "user_question", "user_query", "query", "instruction", "prompt", "input", "request", "task"],
];

/** Opens a turn in ChatML, Llama 3, Gemma and Phi. */
const ROLE_TOKEN = new RegExp(
  ["<\\|im_start\\|>(ROLES)\\b", "<\\|start_header_id\\|>(ROLES)<\\|end_header_id\\|>", "<start_of_turn>(ROLES)\\b"]
    .concat("<\\|(ROLES)\\|>")
    .join("|")
    .replaceAll("ROLES", ROLES),
  "gi",
);

/** The tokens of Llama 2 and Mistral, each with the role whose turn starts after it. */
const INSTRUCTION_ROLES: Readonly<Record<string, string>> = {
  "<<SYS>>": "system",
  "<</SYS>>": "user",
  "[INST]": "user",
  "[/INST]": "assistant",
};
const INSTRUCTION_TOKEN = /<<\/?SYS>>|\[\/?INST\]/g;

/**
 * A prompt in a chat template opens with a token. Other prompts may quote one. Blanks are matched in one place, because
 * two in a row would take a quadratic time for a prompt of blanks.
 */
const OPENS_WITH_TOKEN = new RegExp(
  `^\\s*(?:(?:<s>|<\\|begin_of_text\\|>|<bos>)\\s*)?(?:${ROLE_TOKEN.source}|\\[INST\\])`,
  "i",
);

/** Tokens that end a turn, or open or end the text. */
const END_TOKEN = /<\|(?:im_end|eot_id|end|begin_of_text|end_of_text|endoftext)\|>|<end_of_turn>|<\/?s>|<bos>/g;

interface Turn {
  readonly role: string;
  readonly text: string;
}

export function plainPrompt(prompt: string): string {
  if (prompt.length > LENGTH_MAX) return prompt;
  const turns = OPENS_WITH_TOKEN.test(prompt) ? turnsBetweenTokens(prompt) : null;
  return turns === null ? (ofJson(prompt) ?? prompt) : (linesOf(turns) ?? prompt);
}

/**
 * A line for each turn that says something; null if none does. In fewer turns than a conversation has, the last one
 * keeps its lines, which may have labels or headings.
 */
function linesOf(turns: readonly Turn[]): string | null {
  const said = turns.filter(({ text }) => text.trim() !== "");
  const last = said.length < TURNS_MIN ? said.at(-1) : undefined;
  const lines = said.map((turn) => {
    const text = turn === last ? turn.text.trim() : inOneLine(turn.text);
    return `${turn.role.charAt(0).toUpperCase()}${turn.role.slice(1)}: ${text}`;
  });
  return lines.length === 0 ? null : lines.join("\n");
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function turnsBetweenTokens(prompt: string): readonly Turn[] {
  const marks: { readonly index: number; readonly end: number; readonly role: string }[] = [];
  for (const match of prompt.matchAll(ROLE_TOKEN)) {
    const [token, ...roles] = match;
    const role = roles.find((name) => name !== undefined) ?? "user";
    marks.push({ index: match.index, end: match.index + token.length, role });
  }
  for (const { index, 0: token } of prompt.matchAll(INSTRUCTION_TOKEN)) {
    marks.push({ index, end: index + token.length, role: INSTRUCTION_ROLES[token] ?? "user" });
  }
  marks.sort((a, b) => a.index - b.index);
  return marks.map(({ end, role }, at) => {
    return { role, text: prompt.slice(end, marks[at + 1]?.index).replaceAll(END_TOKEN, "\n") };
  });
}

/** null if the prompt is not a request in JSON. */
function ofJson(prompt: string): string | null {
  if (!/^\s*(?:\[\s*\{|\{\s*")/.test(prompt)) return null;
  const value = parsedJson(prompt);
  const turns = turnsOf(value) ?? (isFields(value) ? turnsOf(value.messages) : null);
  if (turns !== null) return linesOf(turns);
  return isFields(value) ? requestLast(value) : null;
}

/** null for anything but a list of messages of an API. */
function turnsOf(value: unknown): readonly Turn[] | null {
  if (!Array.isArray(value)) return null;
  const turns: Turn[] = [];
  for (const message of value) {
    const { role, content, parts } = isFields(message) ? message : {};
    if (typeof role !== "string" || !ROLE.test(role)) return null;
    turns.push({ role, text: textOf(content ?? parts) });
  }
  return turns;
}

/** What a message says: a text, or a list of parts with texts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (isFields(content)) return textOf(content.text ?? content.parts);
  if (!Array.isArray(content)) return "";
  const texts = content.map((part: unknown) => (isFields(part) ? part.text : null));
  return texts.filter((text) => typeof text === "string").join(" ");
}

/** The fields of a flat object as lines. The request comes last, with a label. null if there is no request. */
function requestLast(fields: Fields): string | null {
  // What is nested may be the request.
  if (Object.values(fields).some((value) => typeof value === "object" && value !== null)) return null;
  const name = REQUEST_FIELDS.find((field) => typeof fields[field] === "string" && /\S\s+\S/.test(fields[field]));
  if (name === undefined) return null;
  const others = Object.entries(fields).filter(([field]) => field !== name);
  const lines = others.map(([field, value]) => `${field}: ${inOneLine(String(value))}`);
  return [...lines, `Question: ${String(fields[name])}`].join("\n");
}
