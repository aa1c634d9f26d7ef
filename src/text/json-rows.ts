// Recognises by its fields what a row of JSON is: an event of a log, or a turn of a chat. Also finds the message of an
// event.
import { holdsTime } from "./log-events.ts";

/** The field with the message, or the beginning of a pair of a time in nanoseconds and a message. */
const MESSAGE =
  /["'](?:[\w.@-]{0,20}(?:message|msg|event_?name|event_?type)|log|line|event)["']\s?:|^\W{0,8}["']?1\d{18}["']?,/i;

/** The field with the name of who speaks, and the one with what is said. */
const SPEAKER = /["'](?:speaker|sender|from|author|user|username|role)["']\s?:\s?["']([^"'\n]{1,60})["']/i;
const SAID = /["'](?:text|content|message|body)["']\s?:\s?["']/i;

/** The fields that tell are within this many characters. */
const ROW_CHARS_MAX = 600;

/** What is read of the row `[start, end)`. */
export function rowAt(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + ROW_CHARS_MAX));
}

/** Where the message of an event starts; 0 if it has none. */
export function messageStart(row: string): number {
  const found = MESSAGE.exec(row);
  return found === null ? 0 : found.index + found[0].length;
}

/** True if the row has a time and a message. */
export function isEvent(row: string): boolean {
  return MESSAGE.test(row) && holdsTime(row);
}

/** Who speaks in a turn; null if the row is none. */
export function speakerIn(row: string): string | null {
  const name = SPEAKER.exec(row)?.[1];
  return name === undefined || !SAID.test(row) ? null : name;
}
