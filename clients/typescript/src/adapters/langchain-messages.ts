// Converts LangChain's message classes to a conversation and back. A shortened message is a copy of its own class with
// all its other fields.
import type { BaseMessage } from "@langchain/core/messages";
import { type Conversation, type ConversationOptions, conversation } from "../conversation.ts";
import { asText, isFields } from "../json.ts";
import { type MessageView, type Part, viewOf } from "../messages/content.ts";

export function langChainConversation(
  messages: readonly BaseMessage[],
  options: ConversationOptions<BaseMessage>,
): Conversation<BaseMessage> {
  return conversation(messages, viewLangChain, options);
}

const roles = new Map([
  ["system", { role: "instructions", kind: "external_data" }],
  ["developer", { role: "instructions", kind: "external_data" }],
  ["human", { role: "user", kind: "user_input" }],
  ["ai", { role: "assistant", kind: "llm_response" }],
  ["tool", { role: "tool", kind: "tool_result" }],
] as const);

/** Content blocks that repeat, in a provider's form, the calls in `tool_calls`. */
const repeatedCalls: ReadonlySet<unknown> = new Set(["tool_use", "tool_call", "function_call", "tool_call_chunk"]);
const thoughts: ReadonlySet<unknown> = new Set(["reasoning", "thinking", "redacted_thinking"]);

export function viewLangChain(message: BaseMessage): MessageView<BaseMessage> {
  const known = [...roles].find(([name]) => name === message.type)?.[1];
  const fields: Readonly<Record<string, unknown>> = { ...message };
  const calls = [fields.tool_calls, fields.invalid_tool_calls].flat().flatMap(readCall);
  const callId = known?.kind === "tool_result" && typeof fields.tool_call_id === "string" ? fields.tool_call_id : null;
  const { withTexts, ...view } = viewOf({
    message: { content: message.content },
    role: known?.role ?? "other",
    kind: known?.kind ?? "external_data",
    // An empty result still belongs to its call.
    content: message.content.length === 0 ? "" : message.content,
    readPart: (part) => readPart(part, callId, calls.length > 0),
    extra: known === undefined ? [...calls, { is: "opaque" }] : calls,
  });
  return { ...view, withTexts: (texts) => withContent(message, withTexts(texts).content) };
}

/** @param callId the call that the message answers */
function readPart(part: unknown, callId: string | null, hasCalls: boolean): Part {
  const fields = isFields(part) ? part : {};
  const { type, text } = fields;
  if (thoughts.has(type) || (hasCalls && repeatedCalls.has(type))) return { is: "attached" };
  if (type !== "text" || typeof text !== "string") {
    return callId === null ? { is: "opaque" } : { is: "opaque", id: callId };
  }
  const withText = (shorter: string) => ({ ...fields, text: shorter });
  return callId === null ? { is: "text", text, withText } : { is: "result", id: callId, text, withText };
}

function readCall(call: unknown): Part[] {
  if (call === undefined || call === null) return [];
  if (!isFields(call) || typeof call.id !== "string") return [{ is: "opaque" }];
  return [{ is: "call", id: call.id, name: asText(call.name), input: asText(call.args) }];
}

function withContent(message: BaseMessage, content: BaseMessage["content"]): BaseMessage {
  const copy: BaseMessage = Object.create(Object.getPrototypeOf(message), Object.getOwnPropertyDescriptors(message));
  // A message is serialised from its constructor's arguments, `lc_kwargs`.
  return Object.assign(copy, { content, lc_kwargs: { ...message.lc_kwargs, content } });
}
