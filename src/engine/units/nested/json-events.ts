// Recognises JSON whose rows are events of a log, as loggers and log services write them. In: the units of a JSON text.
// Out: whether most of them are events. Reads a bounded sample of the rows.
import { isEvent, messageStart } from "../../../text/log-message.ts";
import type { Draft } from "../draft.ts";

/** With fewer rows, no event is rare. */
const ROWS_MIN = 8;

/** Rows that are read, spread evenly, and how much of each. */
const ROWS_READ = 40;
const ROW_CHARS_MAX = 600;

/** Minimum share of the rows that are events. The others are the fields above and below the list. */
const EVENTS_SHARE_MIN = 0.8;

/** What varies between events with one template. */
const VARIABLE = /[0-9a-f]*\d[0-9a-f]*/gi;

/** At most this share of the templates may occur once. In rows of data, such as orders and chats, nearly all do. */
const SINGLES_SHARE_MAX = 0.9;

export function areEvents({ text, units }: Draft): boolean {
  if (units.length < ROWS_MIN) return false;
  const step = Math.max(1, Math.floor(units.length / ROWS_READ));
  const templates = new Set<string>();
  let [rows, events] = [0, 0];
  for (let at = 0; at < units.length; at += step) {
    const { start, end } = units[at] ?? { start: 0, end: 0 };
    const row = text.slice(start, Math.min(end, start + ROW_CHARS_MAX));
    rows++;
    if (!isEvent(row, 0, row.length)) continue;
    events++;
    templates.add(row.slice(messageStart(row, 0, row.length)).replace(VARIABLE, ""));
  }
  return events >= EVENTS_SHARE_MIN * rows && templates.size <= SINGLES_SHARE_MAX * events;
}
