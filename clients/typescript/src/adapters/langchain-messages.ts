// Messages as LangChain's classes hold them, as a conversation and back. A shortened message is a copy of its own class
// with everything else that it held.
import type { BaseMessage } from "@langchain/core/messages";
import { type Conversation, conversation } from "../conversation.ts";
import type { ConversationOptions } from "../exchanges.ts";
import { isFields } from "../fields.ts";
import { asText, type PartReading, readContent } from "../message-parts.ts";
import type { MessageReading } from "../message-reading.ts";

export function langChainConversation(
  messages: readonly BaseMessage[],
  options: ConversationOptions<BaseMessage>,
): Conversation<BaseMessage> {
  return conversation(messages, readMessage, options);
}

const roles = new Map([
  ["system", { role: "instructions", kind: "external_data" }],
  ["developer", { role: "instructions", kind: "external_data" }],
  ["human", { role: "user", kind: "user_input" }],
  ["ai", { role: "other", kind: "llm_response" }],
  ["tool", { role: "other", kind: "tool_result" }],
] as const);

/** What repeats, in the form of a provider, the calls that stand in `tool_calls`. */
const repeatedCalls: ReadonlySet<unknown> = new Set(["tool_use", "tool_call", "function_call", "tool_call_chunk"]);
const thoughts: ReadonlySet<unknown> = new Set(["reasoning", "thinking", "redacted_thinking"]);

function readMessage(message: BaseMessage): MessageReading<BaseMessage> {
  const known = [...roles].find(([name]) => name === message.type)?.[1];
  const fields: Readonly<Record<string, unknown>> = { ...message };
  const calls = [fields.tool_calls, fields.invalid_tool_calls].flat().flatMap(readCall);
  const answer = known?.kind === "tool_result" && typeof fields.tool_call_id === "string" ? fields.tool_call_id : null;
  const { withTexts, ...reading } = readContent({
    message: { content: message.content },
    role: known?.role ?? "other",
    kind: known?.kind ?? "external_data",
    // A result of nothing still answers its call.
    content: message.content.length === 0 ? "" : message.content,
    readPart: (part) => readPart(part, answer, calls.length > 0),
    beside: known === undefined ? [...calls, { is: "opaque" }] : calls,
  });
  return { ...reading, withTexts: (texts) => withContent(message, withTexts(texts).content) };
}

/** @param answered the call that the message answers */
function readPart(part: unknown, answered: string | null, calls: boolean): PartReading {
  const fields = isFields(part) ? part : {};
  const { type, text } = fields;
  if (thoughts.has(type) || (calls && repeatedCalls.has(type))) return { is: "aside" };
  if (type !== "text" || typeof text !== "string") {
    return answered === null ? { is: "opaque" } : { is: "opaque", id: answered };
  }
  const withText = (shorter: string) => ({ ...fields, text: shorter });
  return answered === null ? { is: "text", text, withText } : { is: "answer", id: answered, text, withText };
}

function readCall(call: unknown): PartReading[] {
  if (call === undefined || call === null) return [];
  if (!isFields(call) || typeof call.id !== "string") return [{ is: "opaque" }];
  return [{ is: "call", id: call.id, name: asText(call.name), input: asText(call.args) }];
}

function withContent(message: BaseMessage, content: BaseMessage["content"]): BaseMessage {
  const copy: BaseMessage = Object.create(Object.getPrototypeOf(message), Object.getOwnPropertyDescriptors(message));
  // What a message is serialised from is what it was made from.
  return Object.assign(copy, { content, lc_kwargs: { ...message.lc_kwargs, content } });
}
