// A conversation as records and back, whatever shape its messages have. Instructions, what is not text, the newest
// exchanges and the last words of the user stay as they are, outside the budget; the rest is sent. Calls of tools and
// their results stand or fall together: one that is kept keeps the others, at least by name.
import type { Selection } from "./selection.ts";
import type { ContextRecord } from "./shapes.ts";

/** What stands where a text was left out of a message that has to stay. */
export const omittedMark = "...[omitted]";

export interface ConversationOptions<Message> {
  /** How many of the newest exchanges stay as they are; a call of a tool and its results are one. 2 unless said. */
  readonly newest?: number | undefined;
  /** Which further messages must reach the prompt as they are. */
  readonly pinned?: ((message: Message, index: number) => boolean) | undefined;
}

export interface Conversation<Message> {
  /** What is sent. Give them as the `records` of a request, and leave `return_per_record` on. */
  readonly records: readonly ContextRecord[];
  /** The last words of the user, for a task's prompt; empty where there are none. */
  readonly lastUserText: string;
  /** The conversation with what the selection keeps of it; the very messages given where nothing was selected. */
  readonly apply: (selection: Selection) => readonly Message[];
}

/** One text of a message. */
export interface MessageText {
  readonly kind: NonNullable<ContextRecord["kind"]>;
  readonly text: string;
  /** The name of the tool that it calls. */
  readonly toolName?: string;
  /** The call that it makes or answers. */
  readonly callId?: string;
}

/** One message as its dialect reads it. */
export interface MessageReading<Message> {
  readonly role: "instructions" | "user" | "other";
  /** It holds something besides text and calls, such as an image. */
  readonly opaque: boolean;
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  readonly texts: readonly MessageText[];
  /** The message with its texts replaced, null leaving one out. Never asked of one that makes calls. */
  readonly withTexts: (texts: readonly (string | null)[]) => Message;
}

export type ReadMessage<Message> = (message: Message) => MessageReading<Message>;

/** Messages `start` to `end`, exclusive, that stand or fall together. */
interface Exchange {
  readonly start: number;
  readonly end: number;
  /** It stays as it is, outside the budget. */
  readonly whole: boolean;
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

function exchangesOf<Message>(
  messages: readonly Message[],
  readings: readonly MessageReading<Message>[],
  { newest = 2, pinned = () => false }: ConversationOptions<Message>,
): readonly Exchange[] {
  const lastUser = readings.findLastIndex(({ role }) => role === "user");
  const bounds = boundsOf(readings);
  return bounds.map(({ start, end }, order) => {
    const among = readings.slice(start, end);
    const fixed = among.some(({ role, opaque }) => role === "instructions" || opaque);
    const silent = among.every(({ texts }) => texts.every(({ text }) => isBlank(text)));
    const chosen = messages.slice(start, end).some((message, offset) => pinned(message, start + offset));
    const last = start <= lastUser && lastUser < end;
    return { start, end, whole: fixed || silent || chosen || last || order >= bounds.length - newest };
  });
}

function lastUserText(readings: readonly MessageReading<unknown>[]): string {
  const texts = readings.findLast(({ role }) => role === "user")?.texts ?? [];
  return texts
    .filter(({ kind }) => kind === "user_input")
    .map(({ text }) => text)
    .join("\n\n");
}

/** Each message alone, or from one that calls tools to the last that answers it, with whatever lies between. */
function boundsOf(readings: readonly MessageReading<unknown>[]): readonly { start: number; end: number }[] {
  const lastAnswer = new Map(readings.flatMap(({ answers }, index) => answers.map((id) => [id, index] as const)));
  const bounds: { start: number; end: number }[] = [];
  for (let start = 0, end = 0; start < readings.length; start = end) {
    end = start + 1;
    for (let index = start; index < end; index += 1) {
      for (const id of readings[index]?.calls ?? []) end = Math.max(end, (lastAnswer.get(id) ?? index) + 1);
    }
    bounds.push({ start, end });
  }
  return bounds;
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

function isBlank(text: string): boolean {
  return text.trim() === "";
}
