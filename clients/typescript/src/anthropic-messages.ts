// Messages as Anthropic's API shapes them: calls are blocks of the assistant's message, results blocks of the user's
// next.
import { type Conversation, conversation } from "./conversation.ts";
import type { ConversationOptions } from "./exchanges.ts";
import { isFields } from "./fields.ts";
import { asText, type PartReading, readContent } from "./message-parts.ts";
import type { MessageReading } from "./message-reading.ts";

export interface AnthropicMessage {
  readonly role: string;
  readonly content: unknown;
}

export function anthropicConversation<Message extends AnthropicMessage>(
  messages: readonly Message[],
  options: ConversationOptions<Message> = {},
): Conversation<Message> {
  return conversation(messages, readMessage, options);
}

function readMessage<Message extends AnthropicMessage>(message: Message): MessageReading<Message> {
  const { role, content } = message;
  const byUser = role === "user";
  const spoken = typeof content === "string" || (Array.isArray(content) && content.some((block) => !isResult(block)));
  return readContent({
    message,
    // A message of results alone is the tools', whatever its role.
    role: role === "system" ? "instructions" : byUser && spoken ? "user" : "other",
    kind: byUser ? "user_input" : "llm_response",
    content,
    readPart: readBlock,
  });
}

function isResult(block: unknown): boolean {
  return isFields(block) && block.type === "tool_result";
}

function readBlock(block: unknown): PartReading {
  if (!isFields(block)) return { is: "opaque" };
  const { type, text, id, name, input } = block;
  if (type === "text" && typeof text === "string") {
    return { is: "text", text, withText: (shorter) => ({ ...block, text: shorter }) };
  }
  if (type === "tool_use" && typeof id === "string") {
    return { is: "call", id, name: asText(name), input: asText(input) };
  }
  if (type === "tool_result") return readResult(block);
  return type === "thinking" || type === "redacted_thinking" ? { is: "aside" } : { is: "opaque" };
}

function readResult(block: Readonly<Record<string, unknown>>): PartReading {
  const { tool_use_id: id, content = "" } = block;
  const text = typeof content === "string" ? content : Array.isArray(content) ? joined(content) : null;
  if (typeof id !== "string") return { is: "opaque" };
  if (text === null) return { is: "opaque", id };
  return { is: "answer", id, text, withText: (shorter) => ({ ...block, content: shorter }) };
}

/** null where the result holds more than text. */
function joined(blocks: readonly unknown[]): string | null {
  const texts = blocks.map((block) => (isFields(block) && typeof block.text === "string" ? block.text : null));
  return texts.includes(null) ? null : texts.join("\n\n");
}
