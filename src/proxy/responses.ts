// Reads items of OpenAI's Responses as messages. There, a call and its output are items of their own beside the
// messages.
// In: one item of `input`. Out: its view, as the client's session reads it. An item of any other type is opaque.
import type { MessageView } from "winnow-client";
import type { Message } from "./formats.ts";

type View = MessageView<Message>;

const nothing = { opaque: false, calls: [], results: [], texts: [] } as const;

export function viewResponses(item: Message): View {
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
