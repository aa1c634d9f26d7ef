// Messages of Anthropic's API: calls are blocks of the assistant's message, results are blocks of the user's next one.
import { type Conversation, type ConversationOptions, conversation } from "../conversation.ts";
import { asText, isFields } from "../json.ts";
import { type MessageView, type Part, viewOf } from "./content.ts";

interface AnthropicMessage {
  readonly role: string;
  readonly content: unknown;
}

const roles: ReadonlyMap<string, MessageView<unknown>["role"]> = new Map([
  ["system", "instructions"],
  ["assistant", "assistant"],
]);

export function anthropicConversation<Message extends AnthropicMessage>(
  messages: readonly Message[],
  options: ConversationOptions<Message> = {},
): Conversation<Message> {
  return conversation(messages, viewAnthropic, options);
}

export function viewAnthropic<Message extends AnthropicMessage>(message: Message): MessageView<Message> {
  const { role, content } = message;
  const byUser = role === "user";
  // A message that contains only results comes from tools, although its role is `user`.
  const isWritten =
    typeof content === "string" || (Array.isArray(content) && content.some((block) => !isResult(block)));
  return viewOf({
    message,
    role: byUser ? (isWritten ? "user" : "tool") : (roles.get(role) ?? "other"),
    kind: byUser ? "user_input" : "llm_response",
    content,
    readPart: readBlock,
  });
}

function isResult(block: unknown): boolean {
  return isFields(block) && block.type === "tool_result";
}

function readBlock(block: unknown): Part {
  if (!isFields(block)) return { is: "opaque" };
  const { type, text, id, name, input } = block;
  if (type === "text" && typeof text === "string") {
    return { is: "text", text, withText: (shorter) => ({ ...block, text: shorter }) };
  }
  if (type === "tool_use" && typeof id === "string") {
    return { is: "call", id, name: asText(name), input: asText(input) };
  }
  if (type === "tool_result") return readResult(block);
  return type === "thinking" || type === "redacted_thinking" ? { is: "attached" } : { is: "opaque" };
}

function readResult(block: Readonly<Record<string, unknown>>): Part {
  const { tool_use_id: id, content = "" } = block;
  const text = typeof content === "string" ? content : Array.isArray(content) ? joined(content) : null;
  if (typeof id !== "string") return { is: "opaque" };
  if (text === null) return { is: "opaque", id };
  return { is: "result", id, text, withText: (shorter) => ({ ...block, content: shorter }) };
}

/** null if the result contains more than text. */
function joined(blocks: readonly unknown[]): string | null {
  const texts = blocks.map((block) => (isFields(block) && typeof block.text === "string" ? block.text : null));
  return texts.includes(null) ? null : texts.join("\n\n");
}
