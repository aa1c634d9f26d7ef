// A conversation as records and back, whatever shape its messages have. Instructions, what is not text, the newest
// exchanges and the last words of the user stay as they are, outside the budget; the rest is sent. Calls of tools and
// their results stand or fall together: one that is kept keeps the others, at least by name.
import { type ConversationOptions, type Exchange, exchangesOf, isBlank } from "./exchanges.ts";
import type { ContextRecord } from "./gen/shapes.ts";
import type { MessageReading, MessageText, ReadMessage } from "./message-reading.ts";
import type { Selection } from "./selection.ts";

/** What stands where a text was left out of a message that has to stay. */
export const omittedMark = "...[omitted]";

export interface Conversation<Message> {
  /** What is sent. Give them as the `records` of a request, and leave `return_per_record` on. */
  readonly records: readonly ContextRecord[];
  /** The last words of the user, for a task's prompt; empty where there are none. */
  readonly lastUserText: string;
  /** The conversation with what the selection keeps of it; the very messages given where nothing was selected. */
  readonly apply: (selection: Selection) => readonly Message[];
}

export function conversation<Message>(
  messages: readonly Message[],
  read: ReadMessage<Message>,
  options: ConversationOptions<Message>,
): Conversation<Message> {
  const readings = messages.map(read);
  const exchanges = exchangesOf(messages, readings, options);
  const opening = readings.findIndex(({ role }) => role === "user");
  const toolNames = new Map(
    readings.flatMap(({ texts }) => texts.flatMap(({ callId, toolName }) => (toolName ? [[callId, toolName]] : []))),
  );
  const recordsOf = ({ start, end }: Exchange) =>
    readings.slice(start, end).flatMap(({ texts }, offset) => texts.flatMap(asRecord(start + offset, toolNames)));
  return {
    records: exchanges.filter(({ whole }) => !whole).flatMap(recordsOf),
    lastUserText: lastUserText(readings),
    apply: (selection) => {
      const excerpts = excerptsOf(selection);
      if (excerpts === null) return messages;
      return exchanges.flatMap((exchange) => {
        const { start, end, whole } = exchange;
        const spoken = messages.slice(start, end);
        if (whole) return spoken;
        const isHeld = recordsOf(exchange).some(({ id }) => excerpts.has(id));
        // Some models refuse a conversation that does not open with the user.
        if (!isHeld && start !== opening) return [];
        return spoken.map((message, offset) => shortened(message, readings[start + offset], start + offset, excerpts));
      });
    },
  };
}

function lastUserText(readings: readonly MessageReading<unknown>[]): string {
  const texts = readings.findLast(({ role }) => role === "user")?.texts ?? [];
  return texts
    .filter(({ kind }) => kind === "user_input")
    .map(({ text }) => text)
    .join("\n\n");
}

function recordId(message: number, text: number): string {
  return `m${message}.${text}`;
}

/** Blank texts are never selected, so they are not sent. A result is titled by the tool that was called. */
function asRecord(message: number, toolNames: ReadonlyMap<string | undefined, string>) {
  return ({ kind, text, callId }: MessageText, index: number): (ContextRecord & { readonly id: string })[] => {
    if (isBlank(text)) return [];
    const title = kind === "tool_result" ? toolNames.get(callId) : undefined;
    return [{ id: recordId(message, index), kind, text, title, step_id: callId }];
  };
}

/** What was kept of each record; null when nothing was selected or the answer does not say what. */
function excerptsOf({ response }: Selection): ReadonlyMap<string, string> | null {
  if (response === null || response.fallback_used || response.selected.length === 0) return null;
  return new Map(response.selected.map(({ record_id, excerpt }) => [record_id, excerpt]));
}

/** A message of an exchange that is held. One that calls tools stays whole: a call cut short is no call. */
function shortened<Message>(
  message: Message,
  reading: MessageReading<Message> | undefined,
  index: number,
  excerpts: ReadonlyMap<string, string>,
): Message {
  if (reading === undefined || reading.calls.length > 0) return message;
  const { texts, withTexts } = reading;
  const kept = texts.map(({ text, callId }, order) => {
    if (isBlank(text)) return text;
    return excerpts.get(recordId(index, order)) ?? (callId === undefined ? null : omittedMark);
  });
  if (kept.every((text, order) => text === texts[order]?.text)) return message;
  return withTexts(kept.every((text) => text === null) ? [omittedMark, ...kept.slice(1)] : kept);
}
