// The APIs whose requests carry a whole conversation, by the end of their paths: which field holds the messages, and
// how to read one message. In: a path and a parsed body. Out: a format and its messages, or null to leave the request
// alone.
import { type MessageView, type ViewMessage, viewAnthropic, viewOpenAi } from "winnow-client";

export interface Format {
  readonly name: "openai-chat" | "openai-responses" | "anthropic-messages";
  /** The field of the body that holds the messages. */
  readonly field: string;
  readonly view: ViewMessage<Message>;
}

export type Message = Readonly<Record<string, unknown>>;

const formats: readonly (readonly [end: string, format: Format])[] = [
  ["/chat/completions", { name: "openai-chat", field: "messages", view: (message) => viewOpenAi(withRole(message)) }],
  ["/responses", { name: "openai-responses", field: "input", view: viewResponses }],
  ["/messages", { name: "anthropic-messages", field: "messages", view: (message) => viewAnthropic(asBlocks(message)) }],
];

/** @param path without a query */
export function formatOf(path: string): Format | null {
  return formats.find(([end]) => path.endsWith(end))?.[1] ?? null;
}

/** null if the body does not hold the whole conversation, because it names an earlier answer or has no list. */
export function messagesOf({ field }: Format, body: unknown): readonly Message[] | null {
  if (!isObject(body) || typeof body.previous_response_id === "string") return null;
  const messages = body[field];
  return Array.isArray(messages) && messages.every(isObject) ? messages : null;
}

function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withRole(message: Message): Message & { readonly role: string } {
  return typeof message.role === "string" ? { ...message, role: message.role } : { ...message, role: "" };
}

function asBlocks(message: Message): Message & { readonly role: string; readonly content: unknown } {
  return { ...withRole(message), content: message.content };
}

type View = MessageView<Message>;

const nothing = { opaque: false, calls: [], results: [], texts: [] } as const;

/**
 * One item of `input` of OpenAI's Responses, as the client's session reads it. There, a call and its output are
 * separate items next to the messages. An item of any other type is opaque.
 */
function viewResponses(item: Message): View {
  const withTexts = () => item;
  switch (item.type ?? "message") {
    case "message":
      return viewMessage(item);
    case "function_call": {
      const { call_id: id, name, arguments: input } = item;
      if (typeof id !== "string") break;
      const text = typeof input === "string" ? input : "";
      const call = { kind: "tool_call", text, toolName: typeof name === "string" ? name : "", callId: id } as const;
      return { ...nothing, role: "assistant", calls: [id], texts: [call], withTexts };
    }
    case "function_call_output": {
      const { call_id: id, output } = item;
      if (typeof id !== "string" || typeof output !== "string") break;
      return {
        ...nothing,
        role: "other",
        results: [id],
        texts: [{ kind: "tool_result", text: output, callId: id }],
        withTexts: ([text = output]) => ({ ...item, output: text ?? "" }),
      };
    }
    case "reasoning":
      return { ...nothing, role: "assistant", withTexts };
  }
  return { ...nothing, role: "other", opaque: true, withTexts };
}

function viewMessage(item: Message): View {
  const { role, content } = item;
  const isUser = role === "user";
  const kind = isUser ? "user_input" : "llm_response";
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => textOf(part) ?? []);
  return {
    ...nothing,
    role: role === "system" || role === "developer" ? "instructions" : isUser ? "user" : "assistant",
    opaque: texts.length < parts.length,
    texts: texts.map((text) => ({ kind, text })),
    withTexts: () => item,
  };
}

function textOf(part: unknown): string | null {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null || !("text" in part) || !("type" in part)) return null;
  const isText = part.type === "input_text" || part.type === "output_text";
  return isText && typeof part.text === "string" ? part.text : null;
}
