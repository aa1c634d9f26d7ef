// Cuts a text that is a stack trace. A trace up to a readable length is one unit; the frames of a longer one follow in
// further units. A text and its sample come in, units go out; never resolves frames.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import { addPiece, type Draft, openSection, seal } from "../draft.ts";
import { beginsWith, LINE_CHARS_MAX, opening, type Sample, type Signs, shareOf } from "../line-patterns.ts";

/** A trace stays one unit up to this length. */
const TRACE_CHARS = 500;

/** The frames of a long trace share a unit up to this length. */
const FRAMES_CHARS = 300;

/** With at least this share of frames, a text is a trace and not a report that quotes one. */
const FRAMES_SHARE_MIN = 0.3;

/** A class whose name says that it is an exception: `java.io.IOException`, `TypeError`. */
const EXCEPTION_NAME = /[\w.$]{1,120}(?:Error|Exception|Failure|Fault)\b/;

/** The first line of a trace. */
const OPENING = opening([
  /Traceback \(most recent call last\)/,
  /Exception in thread /,
  /panic: /,
  /goroutine \d+ /,
  /thread '.{0,80}' panicked/,
  /(?:Uncaught|Unhandled) /,
  /fatal error: /,
  /stack backtrace:/,
]);

/** A line that continues a trace: a cause, or the exception at its end. */
const CONTINUATION = opening([
  /Caused by: /,
  /Suppressed: /,
  /During handling of /,
  /The above exception/,
  EXCEPTION_NAME,
]);

/** A text with a line that opens or continues a trace shows one of these. */
export const TRACE_SIGNS: Signs = {
  begins: [
    ...["Traceback ", "panic: ", "goroutine ", "thread '", "Uncaught ", "Unhandled ", "fatal error: "],
    ...["stack backtrace:", "Caused by: ", "Suppressed: ", "During handling of ", "The above exception"],
  ],
  contains: ["Exception", "Error", "Failure", "Fault"],
};

/** A single frame. */
const FRAME = opening([
  // Java, JavaScript, C#
  /\s*at .{1,300}/,
  /\s*\.{3} \d+ more/,
  // Python
  /\s*File "[^"\n]{1,300}", line \d+/,
  // Rust
  /\s*\d{1,4}: (?:0x[0-9a-f]+ - )?[\w:<>$.{}]{2,300}/,
  // PHP, gdb
  /\s*#\d+ .{1,300}/,
  // Ruby
  /\s*from .{1,300}:\d+:in /,
  // Go
  /\s*[\w./*()$-]{1,200}\([^()\n]{0,200}\)$/,
  /\s*.{1,300}\.(?:go|rs|rb|py|java|js|ts|c|cc|cpp|php):\d+(?:[: ].{0,200})?$/,
]);

/** True for the line of a trace that names an exception: the cause of an event, or the end of a Python traceback. */
export function namesCause(line: string): boolean {
  return CONTINUATION.test(line);
}

/** What a runtime prints when a program dies. No logger announces it. */
const CRASH = opening([/panic: /, /fatal error: /, /thread '.{0,80}' .{0,24}panicked at /, /Exception in thread "/]);
const mayBeginCrash = beginsWith("pftE");

/** True for the first line of a crash. In a log, it is not part of the event above it. */
export function opensCrash(line: string): boolean {
  return mayBeginCrash(line) && CRASH.test(line);
}

function isOpening(line: string): boolean {
  return OPENING.test(line) || CONTINUATION.test(line);
}

function isOfTrace(line: string): boolean {
  return FRAME.test(line) || isOpening(line);
}

export function looksLikeStackTrace(sample: Sample): boolean {
  if (!sample.lines.some(isOpening)) return false;
  return shareOf(sample, isOfTrace) >= FRAMES_SHARE_MIN;
}

/** Cuts `[draft.at, end)`. Each line counts as one. */
export function cutStackTrace(draft: Draft, end: number): void {
  const { text } = draft;
  let trace = -1;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const line = text.slice(from, Math.min(stop, from + LINE_CHARS_MAX));
    const isOpener = OPENING.test(line);
    if (isOpener || (CONTINUATION.test(line) && !FRAME.test(line))) {
      if (isOpener) trace = -1;
      if (trace === -1) openSection(draft);
      else seal(draft);
    }
    const whole = trace === -1 || draft.units.length - 1 === trace;
    const joinUpTo = whole ? TRACE_CHARS : FRAMES_CHARS;
    const unit = addPiece(draft, stop, { count: 1, joinUpTo }, { head: trace, context: "" });
    if (trace === -1 && !isBlank(text, from, stop)) trace = unit;
  }
}
