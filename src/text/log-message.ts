// Recognises an event of a log that is written as JSON, and finds its message.

/** A date with a time, or the seconds, milliseconds, microseconds or nanoseconds since 1970. */
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?<!\d)1\d{9}(?:\d{3}){0,3}(?!\d)/;

/** The field with the message, or the beginning of a pair of a time in nanoseconds and a message. */
const MESSAGE =
  /["'](?:[\w.@-]{0,20}(?:message|msg|event_?name|event_?type)|log|line|event)["']\s?:|^\W{0,8}["']?1\d{18}["']?,/i;

/** The time, and the beginning of the message, are within this many characters. */
const EVENT_CHARS_MAX = 600;

/** Where the message of the event `[start, end)` starts; `start` if it has none. */
export function messageStart(text: string, start: number, end: number): number {
  const found = MESSAGE.exec(text.slice(start, Math.min(end, start + EVENT_CHARS_MAX)));
  return found === null ? start : start + found.index + found[0].length;
}

/** True if `[start, end)` has a time and a message. */
export function isEvent(text: string, start: number, end: number): boolean {
  const row = text.slice(start, Math.min(end, start + EVENT_CHARS_MAX));
  return MESSAGE.test(row) && TIME.test(row);
}
