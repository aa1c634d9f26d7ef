// Converts two other forms of a conversation to OpenAI chat messages: the AI SDK's UI messages, whose parts hold texts
// and tools, and the items of OpenAI's Responses. In: parsed JSON. Out: messages in the same order, or null for another
// shape. Parts without text (images, files, reasoning) are left out; the texts next to them stay.
import { type Fields, isFields } from "../protocols/json/fields.ts";

export function chatMessages(list: readonly unknown[]): Fields[] | null {
  if (list.length === 0) return null;
  if (list.every(isUiMessage)) return list.flatMap(fromUiMessage);
  if (list.every(isResponsesItem) && list.some(isOnlyInResponses)) return list.flatMap(fromResponsesItem);
  return null;
}

/** A message of any known API without its images and files, and without those inside its tool results. */
export function withoutMedia<Message extends Fields>(message: Message): Message {
  const { content } = message;
  return Array.isArray(content) ? { ...message, content: content.filter(isReadable).map(resultWithoutMedia) } : message;
}

/** Types of parts that make a call or hold a result. */
const TOOL_TYPES: readonly unknown[] = ["tool_use", "tool_result", "tool-call", "tool-result"];

function isReadable(part: unknown): part is Fields {
  return isFields(part) && (typeof part.text === "string" || TOOL_TYPES.includes(part.type));
}

function resultWithoutMedia(part: Fields): Fields {
  const { content, output } = part;
  if (Array.isArray(content)) return { ...part, content: content.filter(isReadable) };
  if (!isFields(output) || !Array.isArray(output.value) || output.type !== "content") return part;
  return { ...part, output: { ...output, value: output.value.filter(isReadable) } };
}

function isUiMessage(value: unknown): value is Fields & { readonly parts: readonly unknown[] } {
  return isFields(value) && typeof value.role === "string" && Array.isArray(value.parts);
}

function fromUiMessage({ role, parts }: Fields & { readonly parts: readonly unknown[] }): Fields[] {
  return parts.flatMap((part) => {
    if (!isFields(part) || typeof part.type !== "string") return [];
    if (part.type === "text") return [{ role, content: part.text }];
    const tool = part.type === "dynamic-tool" ? part.toolName : /^tool-(.+)$/.exec(part.type)?.[1];
    if (tool === undefined) return [];
    const { toolCallId: id, input, output, errorText } = part;
    const result = output ?? errorText;
    return result === undefined ? [chatCall(id, tool, input)] : [chatCall(id, tool, input), chatResult(id, result)];
  });
}

/** Types of items and of content that chat messages do not have. */
const CALL = "function_call";
const RESULT = "function_call_output";
const CONTENT_TYPES: readonly unknown[] = ["input_text", "output_text"];

function isResponsesItem(value: unknown): value is Fields {
  return isFields(value) && (typeof value.role === "string" || typeof value.type === "string");
}

function isOnlyInResponses({ type, content }: Fields): boolean {
  return type === CALL || type === RESULT || (Array.isArray(content) && content.some(isResponsesContent));
}

function isResponsesContent(part: unknown): part is Fields {
  return isFields(part) && CONTENT_TYPES.includes(part.type);
}

function fromResponsesItem({ type, role, content, call_id: id, name, arguments: input, output }: Fields): Fields[] {
  if (type === CALL) return [chatCall(id, name, input)];
  if (type === RESULT) return [chatResult(id, output)];
  if (typeof role !== "string") return [];
  if (!Array.isArray(content)) return [{ role, content }];
  return [{ role, content: content.filter(isResponsesContent).map(({ text }) => ({ type: "text", text })) }];
}

function chatCall(id: unknown, name: unknown, input: unknown): Fields {
  return {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: input } }],
  };
}

function chatResult(id: unknown, output: unknown): Fields {
  return { role: "tool", tool_call_id: id, content: typeof output === "string" ? output : JSON.stringify(output) };
}
