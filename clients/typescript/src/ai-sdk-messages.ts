// Messages as the AI SDK shapes them for models (`ModelMessage`): calls are parts of the assistant's message, results
// parts of a message of role `tool`.
import { type Conversation, conversation } from "./conversation.ts";
import type { ConversationOptions } from "./exchanges.ts";
import { isFields } from "./fields.ts";
import { asText, type PartReading, readContent } from "./message-parts.ts";
import type { MessageReading } from "./message-reading.ts";

export interface AiSdkMessage {
  readonly role: string;
  readonly content: unknown;
}

export function aiSdkConversation<Message extends AiSdkMessage>(
  messages: readonly Message[],
  options: ConversationOptions<Message> = {},
): Conversation<Message> {
  return conversation(messages, readMessage, options);
}

function readMessage<Message extends AiSdkMessage>(message: Message): MessageReading<Message> {
  const { role, content } = message;
  return readContent({
    message,
    role: role === "system" ? "instructions" : role === "user" ? "user" : "other",
    kind: role === "user" ? "user_input" : "llm_response",
    content,
    readPart,
  });
}

function readPart(part: unknown): PartReading {
  if (!isFields(part)) return { is: "opaque" };
  const { type, text, toolCallId: id, toolName, input } = part;
  if (type === "text" && typeof text === "string") {
    return { is: "text", text, withText: (shorter) => ({ ...part, text: shorter }) };
  }
  if (type === "tool-call" && typeof id === "string") {
    return { is: "call", id, name: asText(toolName), input: asText(input) };
  }
  if (type === "tool-result" && typeof id === "string") {
    return readResult(part, id, isFields(part.output) ? part.output : {});
  }
  return type === "reasoning" ? { is: "aside" } : { is: "opaque" };
}

function readResult(
  part: Readonly<Record<string, unknown>>,
  id: string,
  output: Readonly<Record<string, unknown>>,
): PartReading {
  const failed = output.type === "error-text" || output.type === "error-json";
  const text = outputText(output);
  if (text === null) return { is: "opaque", id };
  const type = failed ? "error-text" : "text";
  return { is: "answer", id, text, withText: (value) => ({ ...part, output: { ...output, type, value } }) };
}

/** null where the output holds more than text and data. */
function outputText({ type, value }: Readonly<Record<string, unknown>>): string | null {
  if (type === "text" || type === "error-text" || type === "json" || type === "error-json") return asText(value);
  if (type !== "content" || !Array.isArray(value)) return null;
  const texts = value.map((item: unknown) => (isFields(item) && typeof item.text === "string" ? item.text : null));
  return texts.includes(null) ? null : texts.join("\n\n");
}
