// One message of a conversation, in any format: who wrote it, its texts, its tool calls and results. Each format says
// what the parts of a message are; this file turns that into the view of the whole message.
import type { ContextRecord } from "../gen/shapes.ts";

export interface MessageView<Message> {
  readonly role: "instructions" | "user" | "assistant" | "tool" | "other";
  /** The message contains something besides text and calls, such as an image. */
  readonly opaque: boolean;
  /** Ids of the tool calls that it makes. */
  readonly calls: readonly string[];
  /** Ids of the tool calls whose results it holds. */
  readonly results: readonly string[];
  readonly texts: readonly MessageText[];
  /** A copy with other texts; null removes one. Only for a message without calls. */
  readonly withTexts: (texts: readonly (string | null)[]) => Message;
}

export type ViewMessage<Message> = (message: Message) => MessageView<Message>;

export interface MessageText {
  readonly kind: NonNullable<ContextRecord["kind"]>;
  readonly text: string;
  /** The name of the tool that it calls. */
  readonly toolName?: string;
  /** The id of the call that it makes or answers. */
  readonly callId?: string;
}

export type Part =
  | { readonly is: "text"; readonly text: string; readonly withText: (text: string) => unknown }
  | { readonly is: "call"; readonly id: string; readonly name: string; readonly input: string }
  | { readonly is: "result"; readonly id: string; readonly text: string; readonly withText: (text: string) => unknown }
  /** Stays with its message, such as a model's reasoning. */
  | { readonly is: "attached" }
  /** Not text: its message stays as it is, and so does the call that it answers. */
  | { readonly is: "opaque"; readonly id?: string };

export interface Content<Message> {
  readonly message: Message;
  readonly role: MessageView<Message>["role"];
  /** The kind of a plain text of this message. */
  readonly kind: MessageText["kind"];
  /** One text, or a list of parts. */
  readonly content: unknown;
  readonly readPart: (part: unknown) => Part;
  /** Parts outside the content, such as calls. */
  readonly extra?: readonly Part[];
}

export function viewOf<Message extends object>(given: Content<Message>): MessageView<Message> {
  const { message, role, kind, content, readPart, extra = [] } = given;
  const originals: readonly unknown[] = Array.isArray(content) ? content : [];
  const inside = typeof content === "string" ? [readPart({ type: "text", text: content })] : originals.map(readPart);
  const parts = [...inside, ...extra];
  return {
    role,
    opaque: parts.some(({ is }) => is === "opaque"),
    calls: parts.flatMap((part) => (part.is === "call" ? [part.id] : [])),
    results: parts.flatMap((part) => (part.is === "result" || part.is === "opaque" ? (part.id ?? []) : [])),
    texts: parts.flatMap((part) => textOf(part, kind)),
    withTexts: (texts) => {
      const left = texts.values();
      const kept = inside.flatMap((part, index) => {
        if (part.is !== "text" && part.is !== "result") return [originals[index]];
        const text = left.next().value ?? null;
        if (text === null) return [];
        // An uncut part stays the same object: its text may be a rendering of other data.
        return text === part.text ? [originals[index]] : [part.withText(text)];
      });
      const changed = typeof content === "string" ? (texts[0] ?? "") : kept;
      return Object.assign({ ...message }, { content: changed });
    },
  };
}

function textOf(part: Part, kind: MessageText["kind"]): MessageText[] {
  switch (part.is) {
    case "text":
      return [{ kind, text: part.text }];
    case "result":
      return [{ kind: "tool_result", text: part.text, callId: part.id }];
    case "call":
      return [{ kind: "tool_call", text: `${part.name} ${part.input}`, toolName: part.name, callId: part.id }];
    default:
      return [];
  }
}
