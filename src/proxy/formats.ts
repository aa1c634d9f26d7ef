// The interfaces whose requests carry a whole conversation, by the end of their paths: which field holds the messages,
// and how one message is read. In: a path and a parsed body. Out: a format and its messages, or null to leave the
// request alone.
import { type ViewMessage, viewAnthropic, viewOpenAi } from "winnow-client";
import { viewResponses } from "./responses.ts";

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

/** null if the body does not hold the whole conversation: it names an earlier answer, or it has no list. */
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
