// The exchanges of a conversation: messages that stand or fall together, and which of them stay as they are.
import type { MessageReading } from "./message-reading.ts";

export interface ConversationOptions<Message> {
  /** How many of the newest exchanges stay as they are; a call of a tool and its results are one. 2 unless said. */
  readonly newest?: number | undefined;
  /** Which further messages must reach the prompt as they are. */
  readonly pinned?: ((message: Message, index: number) => boolean) | undefined;
}

/** Messages `start` to `end`, exclusive, that stand or fall together. */
export interface Exchange {
  readonly start: number;
  readonly end: number;
  /** It stays as it is, outside the budget. */
  readonly whole: boolean;
}

export function exchangesOf<Message>(
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

export function isBlank(text: string): boolean {
  return text.trim() === "";
}
