// Finds the message in an event of a log that is written as JSON.

/** The field with the message, or the beginning of a pair of a time in nanoseconds and a message. */
const MESSAGE =
  /["'](?:[\w.@-]{0,20}(?:message|msg|event_?name|event_?type)|log|line|event)["']\s?:|^\W{0,8}["']?1\d{18}["']?,/i;

/** The message starts within this many characters of the event. */
const FIELDS_CHARS_MAX = 600;

/** Where the message of the event `[start, end)` starts; `start` if it has none. */
export function messageStart(text: string, start: number, end: number): number {
  const found = MESSAGE.exec(text.slice(start, Math.min(end, start + FIELDS_CHARS_MAX)));
  return found === null ? start : start + found.index + found[0].length;
}
