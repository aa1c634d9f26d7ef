// Logs: one unit for each event, with the lines that carry it on (stack traces, wrapped messages, dumped objects).
// A line starts an event if it begins with what loggers write first: a time, a level.
import { isDigit, isLetter, SPACE, TAB, UNDERSCORE } from "../../../text/char-codes.ts";
import type { Draft } from "../draft/draft.ts";
import { anyOf, beginsWith, matchesAt, oneOf, opening } from "../patterns.ts";
import type { Sample } from "../sample.ts";
import { cutByLines, ITEM, type LineRules, MORE } from "./line-roles.ts";

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

/** How far into a line a full timestamp may stand and still mark an event: behind a host, a level, a file name. */
const STAMP_WITHIN_CHARS = 64;

const MONTH = oneOf("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").source;

/** Date and time together, the way loggers write them, or seconds since 1970; where a word begins. */
const DATE_AND_TIME = anyOf(
  [
    /\d{4}[-/.]\d{2}[-/.]\d{2}[T _,-]{1,2}\d{1,2}[:.]\d{2}/,
    /\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})[ T,]{1,2}\d{1,2}:\d{2}/,
    /\d{2}[-.]\d{2} \d{2}:\d{2}:\d{2}/,
    /\d{8}[-T ]\d{1,2}:?\d{2}/,
    new RegExp(`\\d{1,2}[/ ]${MONTH}[/ ]\\d{4}[: ]\\d{2}`),
    new RegExp(`${MONTH} {1,2}\\d{1,2},? (?:\\d{4},? )?\\d{1,2}:\\d{2}:\\d{2}`),
    /1\d{9}(?:\d{3}|\.\d{1,6})?\b/,
  ],
  "y",
);

/** A bare date or time counts at the very start only: elsewhere it is as likely part of what is said. */
const STAMP_FIRST = opening([
  /[[("'<]?\d{4}[-/.]\d{2}[-/.]\d{2}\b/,
  /[[("'<]?\d{2}:\d{2}:\d{2}\b/,
  /\d{6} \d{6} /,
  /\[ {0,8}\d{1,6}\.\d{6}\]/,
]);

const LEVEL = oneOf(
  "TRACE DEBUG INFO NOTICE WARNING WARN ERROR ERR FATAL CRITICAL SEVERE " +
    "trace debug info notice warning warn error fatal critical Info Warning Error Debug",
).source;

/** Events that open with a level, a logfmt key, glog's letter or Android's instead of a time. */
const LEVEL_FIRST = opening([
  new RegExp(`[[(<*]{0,2}${LEVEL}[\\])>: |(-]`),
  /(?:time|ts|level|lvl|msg)=/,
  /[IWEF]\d{4} \d{2}:/,
  /[VDIWEF]\/[\w.-]{1,40}[(:]/,
]);

const mayBeginWithStamp = beginsWith("[(\"'<0123456789");
const mayBeginWithDate = beginsWith("0123456789JFMASOND");
const mayBeginWithLevel = beginsWith("[(<*TDINWEFCSVtdinwefclm");

/** Digits that every form of a date with a time has: `Jan 2 3:04:05` the fewest. */
const DATE_DIGITS_MIN = 6;

/** What is cheap to know before a line is searched for a date. Every form has two digits side by side. */
function hasDigits(line: string, end: number, least: number): boolean {
  let first = 0;
  while (first < end && !isDigit(line.charCodeAt(first))) first += 2;
  if (first >= end) return false;
  let digits = 0;
  for (let at = 0; at < end && digits < least; at++) if (isDigit(line.charCodeAt(at))) digits++;
  return digits >= least;
}

/** A line of `ls -l` has a date and is no event. */
const FILE_LISTING = /^[-dlbcps][-rwxsStT]{9}/;
const mayBeginListing = beginsWith("-dlbcps");

/** True when the line starts an event. Indented lines never do. */
function startsEvent(line: string): boolean {
  const first = line.charCodeAt(0);
  if (first === SPACE || first === TAB) return false;
  if (mayBeginWithStamp(line) && STAMP_FIRST.test(line)) return true;
  if (mayBeginWithLevel(line) && LEVEL_FIRST.test(line)) return true;
  return holdsDate(line) && !(mayBeginListing(line) && FILE_LISTING.test(line));
}

/** Tried at the beginnings of words only: as one search, the expression took ten times as long for a row of a table. */
function holdsDate(line: string): boolean {
  if (!hasDigits(line, Math.min(line.length, STAMP_WITHIN_CHARS), DATE_DIGITS_MIN)) return false;
  const head = line.slice(0, STAMP_WITHIN_CHARS);
  let isInside = false;
  for (let at = 0; at < head.length; at++) {
    if (!isInside && mayBeginWithDate(head, at) && matchesAt(DATE_AND_TIME, head, at)) return true;
    isInside = isWordCode(head.charCodeAt(at));
  }
  return false;
}

/** What `\w` matches. */
function isWordCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === UNDERSCORE;
}
