// The tool results of a conversation: where each is, the task that a cut must serve, and the conversation with some of
// the results replaced.
import { groupBounds, lastUserText, toolNames } from "../conversation.ts";
import type { TaskSpec } from "../gen/shapes.ts";
import type { MessageView } from "../messages/content.ts";
import type { BilledMessage } from "./bill.ts";
import { expandToolName } from "./expand-tool.ts";

export interface ToolResult {
  /** The index of its message, and of its text among the texts of the message. */
  readonly message: number;
  readonly text: number;
  readonly call: string;
  /** The name of the called tool; empty if the conversation does not have the call. */
  readonly tool: string;
  /** The text as the caller has it. */
  readonly content: string;
  /** No model has received it yet: it comes after the last message of the assistant. */
  readonly isNew: boolean;
  /** It is in one of the newest groups. */
  readonly isRecent: boolean;
}

export function resultsOf(views: readonly MessageView<unknown>[], newest: number): readonly ToolResult[] {
  const lastAssistant = views.findLastIndex(({ role }) => role === "assistant");
  const bounds = groupBounds(views);
  const recentFrom = bounds[Math.max(0, bounds.length - newest)]?.start ?? 0;
  const names = toolNames(views);
  return views.flatMap(({ texts, calls, opaque }, message) => {
    // A message with calls or images stays whole.
    if (calls.length > 0 || opaque) return [];
    return texts.flatMap(({ kind, text: content, callId }, text): ToolResult[] => {
      if (kind !== "tool_result" || callId === undefined) return [];
      const place = { isNew: message > lastAssistant, isRecent: message >= recentFrom };
      return [{ message, text, call: callId, tool: names.get(callId) ?? "", content, ...place }];
    });
  });
}

/**
 * What new results must serve: the last user text, the plan that the assistant stated, and its calls with arguments.
 */
export function taskOf(views: readonly MessageView<unknown>[]): TaskSpec {
  const calling = views.findLast(({ role }) => role === "assistant");
  const stated = (calling?.texts ?? []).map(({ text }) => text);
  return { prompt: [lastUserText(views), ...stated].filter((text) => text.trim() !== "").join("\n\n") };
}

/** True for a message that calls the expand tool or holds its result: without a session it would not exist. */
export function isExpansion(views: readonly MessageView<unknown>[]): (view: MessageView<unknown>) => boolean {
  const names = toolNames(views);
  return ({ texts }) => texts.some(({ callId }) => names.get(callId) === expandToolName);
}

/** The messages as they are billed, with the text that `textOf` has for each result. */
export function billedMessages(
  views: readonly MessageView<unknown>[],
  results: readonly ToolResult[],
  textOf: (result: ToolResult) => string,
  countTokens: (text: string) => number,
): readonly BilledMessage[] {
  const replaced = replacements(results, textOf);
  return views.map(({ texts }, message) => {
    const text = texts.map((each, index) => replaced.get(`${message}.${index}`) ?? each.text).join("\n");
    return { text, tokens: countTokens(text) };
  });
}

/** The messages with the text that `textOf` has for each result. A message without a change stays the same object. */
export function rewritten<Message>(
  messages: readonly Message[],
  views: readonly MessageView<Message>[],
  results: readonly ToolResult[],
  textOf: (result: ToolResult) => string,
): Message[] {
  const changed = results.filter((result) => textOf(result) !== result.content);
  const replaced = replacements(changed, textOf);
  const places = new Set(changed.map(({ message }) => message));
  return messages.map((message, index) => {
    const view = views[index];
    if (view === undefined || !places.has(index)) return message;
    return view.withTexts(view.texts.map(({ text }, order) => replaced.get(`${index}.${order}`) ?? text));
  });
}

function replacements(results: readonly ToolResult[], textOf: (result: ToolResult) => string) {
  return new Map(results.map((result) => [`${result.message}.${result.text}`, textOf(result)]));
}
