// Does a line of a log start an event, and not carry one on? By what loggers write first: a time, a level.
import { isDigit, isLetter, SPACE, TAB, UNDERSCORE } from "../../../text/char-codes.ts";
import { anyOf, beginsWith, matchesAt, oneOf, opening } from "../patterns.ts";

/** How far into a line a full timestamp may stand and still mark an event: behind a host, a level, a file name. */
export const STAMP_WITHIN_CHARS = 64;

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
export function startsEvent(line: string): boolean {
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
