// Messages of OpenAI's Chat Completions: calls are outside the content, and each result is a message of role `tool`.
import { type Conversation, type ConversationOptions, conversation } from "../conversation.ts";
import { asText, isFields } from "../json.ts";
import { type MessageView, type Part, viewOf } from "./content.ts";

interface OpenAiMessage {
  readonly role: string;
  readonly content?: unknown;
}

export function openAiConversation<Message extends OpenAiMessage>(
  messages: readonly Message[],
  options: ConversationOptions<Message> = {},
): Conversation<Message> {
  return conversation(messages, viewOpenAi, options);
}

const roles = new Map([
  ["system", { role: "instructions", kind: "external_data" }],
  ["developer", { role: "instructions", kind: "external_data" }],
  ["user", { role: "user", kind: "user_input" }],
  ["assistant", { role: "assistant", kind: "llm_response" }],
  ["tool", { role: "tool", kind: "tool_result" }],
] as const);

export function viewOpenAi<Message extends OpenAiMessage>(message: Message): MessageView<Message> {
  const fields: Readonly<Record<string, unknown>> = isFields(message) ? message : {};
  const known = [...roles].find(([name]) => name === message.role)?.[1];
  const { tool_calls: toolCalls, tool_call_id: resultOf, function_call: legacyCall, audio } = fields;
  const calls = Array.isArray(toolCalls) ? toolCalls.map(readCall) : [];
  const callId = typeof resultOf === "string" ? resultOf : null;
  // An unknown role or an old form of calling leaves the message as it is.
  const isUnknown = known === undefined || (legacyCall ?? null) !== null || (audio ?? null) !== null;
  return viewOf({
    message,
    role: known?.role ?? "other",
    kind: known?.kind ?? "external_data",
    // An empty result still belongs to its call.
    content: isEmpty(message.content) ? "" : message.content,
    readPart: (part) => readPart(part, callId),
    extra: isUnknown ? [...calls, { is: "opaque" }] : calls,
  });
}

function isEmpty(content: unknown): boolean {
  return (content ?? null) === null || (Array.isArray(content) && content.length === 0);
}

/** @param callId the call that the message answers */
function readPart(part: unknown, callId: string | null): Part {
  if (!isFields(part) || part.type !== "text" || typeof part.text !== "string") {
    return callId === null ? { is: "opaque" } : { is: "opaque", id: callId };
  }
  const { text } = part;
  const withText = (shorter: string) => ({ ...part, text: shorter });
  return callId === null ? { is: "text", text, withText } : { is: "result", id: callId, text, withText };
}

function readCall(call: unknown): Part {
  if (!isFields(call) || typeof call.id !== "string") return { is: "opaque" };
  const called = call.type === "custom" ? call.custom : call.function;
  if (!isFields(called)) return { is: "opaque" };
  return { is: "call", id: call.id, name: asText(called.name), input: asText(called.arguments ?? called.input) };
}
