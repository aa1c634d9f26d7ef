// What the dialects of messages have in common: content that is a text or a list of parts. Each dialect says what one
// of its parts is; here that becomes the reading of a whole message.
import type { MessageReading, MessageText } from "./message-reading.ts";

export type PartReading =
  | { readonly is: "text"; readonly text: string; readonly withText: (text: string) => unknown }
  | { readonly is: "call"; readonly id: string; readonly name: string; readonly input: string }
  | { readonly is: "answer"; readonly id: string; readonly text: string; readonly withText: (text: string) => unknown }
  /** Goes where its message goes, such as a model's reasoning. */
  | { readonly is: "aside" }
  /** Cannot be weighed as text: its message stays as it is, and so does the call that it may answer. */
  | { readonly is: "opaque"; readonly id?: string };

export interface ReadContent<Message> {
  readonly message: Message;
  readonly role: MessageReading<Message>["role"];
  /** What a text of this message is. */
  readonly kind: MessageText["kind"];
  /** The content as it was given: the parts, or one text. */
  readonly content: unknown;
  readonly readPart: (part: unknown) => PartReading;
  /** Calls, and what else stands beside the content. */
  readonly beside?: readonly PartReading[];
}

export function readContent<Message extends object>(given: ReadContent<Message>): MessageReading<Message> {
  const { message, role, kind, content, readPart, beside = [] } = given;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const inside = typeof content === "string" ? [readPart({ type: "text", text: content })] : parts.map(readPart);
  const readings = [...inside, ...beside];
  return {
    role,
    opaque: readings.some(({ is }) => is === "opaque"),
    calls: readings.flatMap((part) => (part.is === "call" ? [part.id] : [])),
    answers: readings.flatMap((part) => (part.is === "answer" || part.is === "opaque" ? (part.id ?? []) : [])),
    texts: readings.flatMap((part) => textOf(part, kind)),
    withTexts: (texts) => {
      const left = texts.values();
      const kept = inside.flatMap((reading, index) => {
        if (reading.is !== "text" && reading.is !== "answer") return [parts[index]];
        const text = left.next().value ?? null;
        if (text === null) return [];
        // What was not cut stays the very part it was: its text may be a rendering of something else.
        return text === reading.text ? [parts[index]] : [reading.withText(text)];
      });
      const shortened = typeof content === "string" ? (texts[0] ?? "") : kept;
      return Object.assign({ ...message }, { content: shortened });
    },
  };
}

function textOf(part: PartReading, kind: MessageText["kind"]): MessageText[] {
  switch (part.is) {
    case "text":
      return [{ kind, text: part.text }];
    case "answer":
      return [{ kind: "tool_result", text: part.text, callId: part.id }];
    case "call":
      return [{ kind: "tool_call", text: `${part.name} ${part.input}`, toolName: part.name, callId: part.id }];
    default:
      return [];
  }
}

/** A value as text; what JSON cannot hold is empty. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
