// Messages of the AI SDK (`ModelMessage` and a model's prompt): calls are parts of the assistant's message, results are
// parts of a message of role `tool`.
import { type Conversation, type ConversationOptions, conversation } from "../conversation.ts";
import { asText, isFields } from "../json.ts";
import { type MessageView, type Part, viewOf } from "./content.ts";

interface AiSdkMessage {
  readonly role: string;
  readonly content: unknown;
}

const roles: ReadonlyMap<string, MessageView<unknown>["role"]> = new Map([
  ["system", "instructions"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool"],
]);

export function aiSdkConversation<Message extends AiSdkMessage>(
  messages: readonly Message[],
  options: ConversationOptions<Message> = {},
): Conversation<Message> {
  return conversation(messages, viewAiSdk, options);
}

export function viewAiSdk<Message extends AiSdkMessage>(message: Message): MessageView<Message> {
  const { role, content } = message;
  return viewOf({
    message,
    role: roles.get(role) ?? "other",
    kind: role === "user" ? "user_input" : "llm_response",
    content,
    readPart,
  });
}

function readPart(part: unknown): Part {
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
  return type === "reasoning" ? { is: "attached" } : { is: "opaque" };
}

function readResult(
  part: Readonly<Record<string, unknown>>,
  id: string,
  output: Readonly<Record<string, unknown>>,
): Part {
  const failed = output.type === "error-text" || output.type === "error-json";
  const text = outputText(output);
  if (text === null) return { is: "opaque", id };
  const type = failed ? "error-text" : "text";
  return { is: "result", id, text, withText: (value) => ({ ...part, output: { ...output, type, value } }) };
}

/** null if the output contains more than text and data. */
function outputText({ type, value }: Readonly<Record<string, unknown>>): string | null {
  if (type === "text" || type === "error-text" || type === "json" || type === "error-json") return asText(value);
  if (type !== "content" || !Array.isArray(value)) return null;
  const texts = value.map((item: unknown) => (isFields(item) && typeof item.text === "string" ? item.text : null));
  return texts.includes(null) ? null : texts.join("\n\n");
}
