// Messages as OpenAI's chat completions shape them: calls beside the content, one `tool` message for each result.
import { type Conversation, conversation } from "./conversation.ts";
import type { ConversationOptions } from "./exchanges.ts";
import { isFields } from "./fields.ts";
import { asText, type PartReading, readContent } from "./message-parts.ts";
import type { MessageReading } from "./message-reading.ts";

export interface OpenAiMessage {
  readonly role: string;
  readonly content?: unknown;
}

export function openAiConversation<Message extends OpenAiMessage>(
  messages: readonly Message[],
  options: ConversationOptions<Message> = {},
): Conversation<Message> {
  return conversation(messages, readMessage, options);
}

const roles = new Map([
  ["system", { role: "instructions", kind: "external_data" }],
  ["developer", { role: "instructions", kind: "external_data" }],
  ["user", { role: "user", kind: "user_input" }],
  ["assistant", { role: "other", kind: "llm_response" }],
  ["tool", { role: "other", kind: "tool_result" }],
] as const);

function readMessage<Message extends OpenAiMessage>(message: Message): MessageReading<Message> {
  const fields: Readonly<Record<string, unknown>> = isFields(message) ? message : {};
  const known = [...roles].find(([name]) => name === message.role)?.[1];
  const { tool_calls: toolCalls, tool_call_id: answered, function_call: legacyCall, audio } = fields;
  const calls = Array.isArray(toolCalls) ? toolCalls.map(readCall) : [];
  const answer = typeof answered === "string" ? answered : null;
  // A role or a form of calling that is not known is left as it is.
  const strange = known === undefined || (legacyCall ?? null) !== null || (audio ?? null) !== null;
  return readContent({
    message,
    role: known?.role ?? "other",
    kind: known?.kind ?? "external_data",
    // A result of nothing still answers its call.
    content: isNothing(message.content) ? "" : message.content,
    readPart: (part) => readPart(part, answer),
    beside: strange ? [...calls, { is: "opaque" }] : calls,
  });
}

function isNothing(content: unknown): boolean {
  return (content ?? null) === null || (Array.isArray(content) && content.length === 0);
}

/** @param answered the call that the message answers */
function readPart(part: unknown, answered: string | null): PartReading {
  if (!isFields(part) || part.type !== "text" || typeof part.text !== "string") {
    return answered === null ? { is: "opaque" } : { is: "opaque", id: answered };
  }
  const { text } = part;
  const withText = (shorter: string) => ({ ...part, text: shorter });
  return answered === null ? { is: "text", text, withText } : { is: "answer", id: answered, text, withText };
}

function readCall(call: unknown): PartReading {
  if (!isFields(call) || typeof call.id !== "string") return { is: "opaque" };
  const called = call.type === "custom" ? call.custom : call.function;
  if (!isFields(called)) return { is: "opaque" };
  return { is: "call", id: call.id, name: asText(called.name), input: asText(called.arguments ?? called.input) };
}
