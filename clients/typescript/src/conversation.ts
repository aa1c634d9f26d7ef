// Converts a conversation to records and back, in any message format. Instructions, content that is not text, the
// newest groups of messages and the last user message stay as they are, outside the budget; the rest is sent. Tool
// calls and their results form one group: if one of its records is kept, the others stay at least as a mark.
import type { ContextRecord } from "./gen/shapes.ts";
import type { MessageText, MessageView, ViewMessage } from "./messages/content.ts";
import type { Selection } from "./select.ts";

export interface ConversationOptions<Message> {
  /** How many of the newest groups stay as they are; a tool call and its results are one group. 2 by default. */
  readonly newest?: number | undefined;
  /** Which further messages must reach the prompt unchanged. */
  readonly pinned?: ((message: Message, index: number) => boolean) | undefined;
}

export interface Conversation<Message> {
  /** The `records` of a request. Leave `return_per_record` on. */
  readonly records: readonly ContextRecord[];
  /** The text of the last user message, for the task's prompt; empty if there is none. */
  readonly lastUserText: string;
  /** The messages that the selection keeps. If nothing was selected, the same messages that were given. */
  readonly apply: (selection: Selection) => readonly Message[];
}

/** Replaces a text that was left out of a message that must stay. */
export const omittedMark = "...[omitted]";

export function conversation<Message>(
  messages: readonly Message[],
  view: ViewMessage<Message>,
  options: ConversationOptions<Message>,
): Conversation<Message> {
  const views = messages.map(view);
  const groups = groupsOf(messages, views, options);
  const opening = views.findIndex(({ role }) => role === "user");
  const names = toolNames(views);
  const recordsOf = ({ start, end }: Group) =>
    views.slice(start, end).flatMap(({ texts }, offset) => texts.flatMap(asRecord(start + offset, names)));
  return {
    records: groups.filter(({ fixed }) => !fixed).flatMap(recordsOf),
    lastUserText: lastUserText(views),
    apply: (selection) => {
      const excerpts = excerptsOf(selection);
      if (excerpts === null) return messages;
      return groups.flatMap((group) => {
        const { start, end, fixed } = group;
        const among = messages.slice(start, end);
        if (fixed) return among;
        const isKept = recordsOf(group).some(({ id }) => excerpts.has(id));
        // Some models reject a conversation that does not begin with the user.
        if (!isKept && start !== opening) return [];
        return among.map((message, offset) => shortened(message, views[start + offset], start + offset, excerpts));
      });
    },
  };
}

/** Messages `start` to `end`, exclusive, that are kept or dropped together. */
interface Group {
  readonly start: number;
  readonly end: number;
  /** The group stays as it is, outside the budget. */
  readonly fixed: boolean;
}

function groupsOf<Message>(
  messages: readonly Message[],
  views: readonly MessageView<Message>[],
  { newest = 2, pinned = () => false }: ConversationOptions<Message>,
): readonly Group[] {
  const lastUser = views.findLastIndex(({ role }) => role === "user");
  const bounds = groupBounds(views);
  return bounds.map(({ start, end }, order) => {
    const among = views.slice(start, end);
    const cannotChange = among.some(({ role, opaque }) => role === "instructions" || opaque);
    const isSilent = among.every(({ texts }) => texts.every(({ text }) => isBlank(text)));
    const isPinned = messages.slice(start, end).some((message, offset) => pinned(message, start + offset));
    const isLastUser = start <= lastUser && lastUser < end;
    const isNewest = order >= bounds.length - newest;
    return { start, end, fixed: cannotChange || isSilent || isPinned || isLastUser || isNewest };
  });
}

/** Each message alone, or all messages from one that calls tools to the last of their results. */
export function groupBounds(views: readonly MessageView<unknown>[]): readonly { start: number; end: number }[] {
  const lastResult = new Map(views.flatMap(({ results }, index) => results.map((id) => [id, index] as const)));
  const bounds: { start: number; end: number }[] = [];
  for (let start = 0, end = 0; start < views.length; start = end) {
    end = start + 1;
    for (let index = start; index < end; index += 1) {
      for (const id of views[index]?.calls ?? []) end = Math.max(end, (lastResult.get(id) ?? index) + 1);
    }
    bounds.push({ start, end });
  }
  return bounds;
}

/** The name of the called tool by the id of the call. */
export function toolNames(views: readonly MessageView<unknown>[]): ReadonlyMap<string | undefined, string> {
  const named = views.flatMap(({ texts }) =>
    texts.flatMap(({ callId, toolName }) => (toolName ? [[callId, toolName] as const] : [])),
  );
  return new Map(named);
}

export function lastUserText(views: readonly MessageView<unknown>[]): string {
  const texts = views.findLast(({ role }) => role === "user")?.texts ?? [];
  return texts
    .filter(({ kind }) => kind === "user_input")
    .map(({ text }) => text)
    .join("\n\n");
}

function recordId(message: number, text: number): string {
  return `m${message}.${text}`;
}

/** Blank texts are never selected, so they are not sent. The title of a result is the tool that was called. */
function asRecord(message: number, names: ReadonlyMap<string | undefined, string>) {
  return ({ kind, text, callId }: MessageText, index: number): (ContextRecord & { readonly id: string })[] => {
    if (isBlank(text)) return [];
    const title = kind === "tool_result" ? names.get(callId) : undefined;
    return [{ id: recordId(message, index), kind, text, title, step_id: callId }];
  };
}

/** The excerpts by record; null if nothing was selected or the answer has no detail. */
function excerptsOf({ response }: Selection): ReadonlyMap<string, string> | null {
  if (response === null || response.fallback_used || response.selected.length === 0) return null;
  return new Map(response.selected.map(({ record_id, excerpt }) => [record_id, excerpt]));
}

/** A message of a kept group. A message with tool calls stays whole, because a shortened call would be another call. */
function shortened<Message>(
  message: Message,
  view: MessageView<Message> | undefined,
  index: number,
  excerpts: ReadonlyMap<string, string>,
): Message {
  if (view === undefined || view.calls.length > 0) return message;
  const { texts, withTexts } = view;
  const kept = texts.map(({ text, callId }, order) => {
    if (isBlank(text)) return text;
    return excerpts.get(recordId(index, order)) ?? (callId === undefined ? null : omittedMark);
  });
  if (kept.every((text, order) => text === texts[order]?.text)) return message;
  return withTexts(kept.every((text) => text === null) ? [omittedMark, ...kept.slice(1)] : kept);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
