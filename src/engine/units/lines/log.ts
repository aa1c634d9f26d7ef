// Logs: one unit for each event, the lines that carry it on included (stack traces, wrapped messages, dumped objects).
import type { Draft } from "../draft/draft.ts";
import type { Sample } from "../sample.ts";
import { cutByLines, ITEM, type LineRules, MORE } from "./line-roles.ts";
import { STAMP_WITHIN_CHARS, startsEvent } from "./log-event.ts";

/** An event with its further lines stays whole up to this size; a long stack trace then goes on in units of its own. */
const EVENT_CHARS = 500;

/** Further lines of a long event share a unit up to this size. */
const EVENT_REST_CHARS = 300;

const LOG_RULES: LineRules = {
  roleOf: (text, start, end) =>
    startsEvent(text.slice(start, Math.min(end, start + STAMP_WITHIN_CHARS))) ? ITEM : MORE,
  countsItems: true,
  itemChars: EVENT_CHARS,
  joinItems: 0,
  joinLines: EVENT_REST_CHARS,
};

/** Fewer events than this make no log. */
const EVENTS_MIN = 3;

/** Share of lines that start an event, where the others are plain text and where they are the insides of traces. */
const EVENTS_SHARE_MIN = 0.5;
const EVENTS_SHARE_AMONG_FRAMES = 0.02;

/** Share of lines that must be either. */
const EVENTS_AND_FRAMES_SHARE_MIN = 0.9;

/** How a line of a trace begins that is indented or names an exception. */
const TRACE_LINE = /^(?:\s|Caused by|Traceback|[\w.$]{1,120}(?:Error|Exception)\b)/;

/** Half of the lines tell for most texts: as many events make a log, as many others none where some are no trace's. */
export function looksLikeLog({ lines }: Sample): boolean {
  const total = lines.length;
  const foreignMax = (1 - EVENTS_AND_FRAMES_SHARE_MIN) * total + 1;
  let events = 0;
  let others = 0;
  // Neither an event nor of a trace.
  let foreign = 0;
  for (let at = 0; at < total; at++) {
    const line = lines[at] ?? "";
    if (startsEvent(line)) {
      events++;
      if (events >= EVENTS_MIN && events >= EVENTS_SHARE_MIN * total) return true;
      continue;
    }
    others++;
    if (foreign <= foreignMax && !TRACE_LINE.test(line)) foreign++;
    if (foreign > foreignMax && others > (1 - EVENTS_SHARE_MIN) * total) return false;
  }
  // Long traces between few events.
  const share = events / total;
  if (share * total < EVENTS_MIN || share < EVENTS_SHARE_AMONG_FRAMES) return false;
  return share + (others - foreign) / total > EVENTS_AND_FRAMES_SHARE_MIN;
}

export function cutLog(draft: Draft, end: number): void {
  cutByLines(draft, end, LOG_RULES);
}
