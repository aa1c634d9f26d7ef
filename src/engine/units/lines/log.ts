// Cuts logs: each event is a unit together with its continuation lines (stack traces, wrapped messages, dumped
// objects). A line starts an event if it begins with what loggers write first: a time or a level. A text and its sample
// come in, units go out; never interprets times or levels.
import { isDigit, isLetter, SPACE, TAB, UNDERSCORE } from "../../../text/characters.ts";
import type { Draft } from "../draft.ts";
import { anyOf, beginsWith, LINE_CHARS_MAX, matchesAt, oneOf, opening, type Sample } from "../line-patterns.ts";
import { CAUSE, cutByLines, ITEM, type LineRules, MORE } from "./lines.ts";
import { namesCause, opensCrash } from "./stack-trace.ts";

/**
 * An event and its continuation lines stay whole up to this length. The rest of a longer one, such as a long stack
 * trace, gets units of its own.
 */
const EVENT_CHARS = 500;

/** The remaining lines of a long event share a unit up to this length. */
const EVENT_REST_CHARS = 300;

const LOG_RULES: LineRules = {
  roleOf: (text, start, end) => {
    if (startsEvent(text.slice(start, Math.min(end, start + STAMP_WITHIN_CHARS)))) return ITEM;
    const line = text.slice(start, Math.min(end, start + LINE_CHARS_MAX));
    if (opensCrash(line)) return ITEM;
    return namesCause(line) ? CAUSE : MORE;
  },
  countsItems: true,
  itemChars: EVENT_CHARS,
  joinItems: 0,
  joinLines: EVENT_REST_CHARS,
};

/** Fewer events than this do not make a log. */
const EVENTS_MIN = 3;

/** Minimum share of lines that start an event: when the other lines are plain text, and when they belong to traces. */
const EVENTS_SHARE_MIN = 0.5;
const EVENTS_SHARE_AMONG_FRAMES = 0.02;

/** Minimum share of lines that start an event or belong to a trace. */
const EVENTS_AND_FRAMES_SHARE_MIN = 0.9;

/** Matches a line of a trace: it is indented or names an exception. */
const TRACE_LINE = /^(?:\s|Caused by|Traceback|[\w.$]{1,120}(?:Error|Exception)\b)/;

/**
 * Half of the lines usually decide. The text is a log if that many lines start events. It is not a log if more than
 * half start no event and too many of those belong to no trace.
 */
export function looksLikeLog({ lines }: Sample): boolean {
  const total = lines.length;
  const foreignMax = (1 - EVENTS_AND_FRAMES_SHARE_MIN) * total + 1;
  let events = 0;
  let others = 0;
  // Lines that neither start an event nor belong to a trace.
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
  // The remaining texts are long traces between few events.
  const share = events / total;
  if (share * total < EVENTS_MIN || share < EVENTS_SHARE_AMONG_FRAMES) return false;
  return share + (others - foreign) / total > EVENTS_AND_FRAMES_SHARE_MIN;
}

export function cutLog(draft: Draft, end: number): void {
  cutByLines(draft, end, LOG_RULES);
}

/** A full timestamp marks an event if it is within this many characters, after a host, a level or a file name. */
const STAMP_WITHIN_CHARS = 64;

const MONTH = oneOf("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").source;

/** A date with a time as loggers write it, or seconds since 1970. Tried only at the start of a word. */
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

/** A bare date or time counts only at the very start: elsewhere it may just as well be part of the message. */
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

/** Events that start with a level, a logfmt key, or the letter of glog or Android, not with a time. */
const LEVEL_FIRST = opening([
  new RegExp(`[[(<*]{0,2}${LEVEL}[\\])>: |(-]`),
  /(?:time|ts|level|lvl|msg)=/,
  /[IWEF]\d{4} \d{2}:/,
  /[VDIWEF]\/[\w.-]{1,40}[(:]/,
]);

const mayBeginWithStamp = beginsWith("[(\"'<0123456789");
const mayBeginWithDate = beginsWith("0123456789JFMASOND");
const mayBeginWithLevel = beginsWith("[(<*TDINWEFCSVtdinwefclm");

/** Every form of a date with a time has at least this many digits; `Jan 2 3:04:05` has the fewest. */
const DATE_DIGITS_MIN = 6;

/** A cheap test before searching a line for a date. Every form has two adjacent digits. */
function hasDigits(line: string, end: number, least: number): boolean {
  let first = 0;
  while (first < end && !isDigit(line.charCodeAt(first))) first += 2;
  if (first >= end) return false;
  let digits = 0;
  for (let at = 0; at < end && digits < least; at++) if (isDigit(line.charCodeAt(at))) digits++;
  return digits >= least;
}

/** A line of `ls -l` contains a date but is not an event. */
const FILE_LISTING = /^[-dlbcps][-rwxsStT]{9}/;
const mayBeginListing = beginsWith("-dlbcps");

/** True if the line starts an event. An indented line never does. */
function startsEvent(line: string): boolean {
  const first = line.charCodeAt(0);
  if (first === SPACE || first === TAB) return false;
  if (mayBeginWithStamp(line) && STAMP_FIRST.test(line)) return true;
  if (mayBeginWithLevel(line) && LEVEL_FIRST.test(line)) return true;
  return holdsDate(line) && !(mayBeginListing(line) && FILE_LISTING.test(line));
}

/** Tries the pattern only at the starts of words: a plain search took ten times as long on a table row. */
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

/** True for what `\w` matches. */
function isWordCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === UNDERSCORE;
}
