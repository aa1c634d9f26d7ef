// Recognises JSON whose rows are events of a log or turns of a chat, as log services and chat exports write them.
// In: the units of a JSON text. Out: what most of them are. Reads a bounded sample of the rows.
import { isEvent, messageStart, rowAt, speakerIn } from "../../../text/json-rows.ts";
import { repeatTemplates } from "../../../text/log-events.ts";
import type { Draft } from "../draft.ts";

/** With fewer rows, no event is rare and no speaker returns. */
const ROWS_MIN = 8;

/** Rows are read at this many places, spread evenly, and this many at each, because speakers take turns. */
const PLACES = 4;
const PLACE_ROWS = 6;

/** Minimum share of the rows that are events, or turns. The others are the fields above and below the list. */
const ROWS_SHARE_MIN = 0.8;

/** At most this many speakers for each turn. */
const SPEAKERS_SHARE_MAX = 0.5;

/** Null for rows of any other kind. */
export function rowsOf({ text, units }: Draft): "events" | "turns" | null {
  if (units.length < ROWS_MIN) return null;
  const messages: string[] = [];
  const speakers = new Set<string>();
  let [rows, turns] = [0, 0];
  for (const { start, end } of rowsRead(units)) {
    const row = rowAt(text, start, end);
    rows++;
    const speaker = speakerIn(row);
    if (speaker !== null) {
      turns++;
      speakers.add(speaker);
    }
    if (isEvent(row)) messages.push(row.slice(messageStart(row)));
  }
  const rowsMin = ROWS_SHARE_MIN * rows;
  if (turns >= rowsMin && speakers.size > 1 && speakers.size <= SPEAKERS_SHARE_MAX * turns) return "turns";
  return messages.length >= rowsMin && repeatTemplates(messages) ? "events" : null;
}

function rowsRead<Row>(units: readonly Row[]): readonly Row[] {
  if (units.length <= PLACES * PLACE_ROWS) return units;
  return Array.from({ length: PLACES }, (_, place) => {
    const from = Math.floor((place * (units.length - PLACE_ROWS)) / (PLACES - 1));
    return units.slice(from, from + PLACE_ROWS);
  }).flat();
}
