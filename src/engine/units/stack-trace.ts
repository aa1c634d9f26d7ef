// Stack traces on their own: a trace up to a readable size is one unit, a long one goes on frame by frame.
import { addPiece, type Draft, openSection, seal } from "./draft.ts";
import { isBlank, lineEnd } from "./offsets.ts";
import { type Sample, shareOf } from "./sample.ts";

/** A trace stays one unit up to this size. */
const TRACE_CHARS = 500;

/** Frames of a long trace share a unit up to this size. */
const FRAMES_CHARS = 300;

/** Share of lines that are frames from which on a text is a trace, not a report that quotes one. */
const FRAMES_SHARE_MIN = 0.3;

/** What opens a trace, or the cause inside one. */
const OPENING =
  /^(?:Traceback \(most recent call last\)|Exception in thread |Caused by: |Suppressed: |panic: |goroutine \d+ |thread '.{0,80}' panicked|Uncaught |Unhandled |fatal error: |[\w.$]{1,120}(?:Error|Exception|Failure|Fault)\b|stack backtrace:|During handling of the above|The above exception)/;

/** One frame: Python, Java, JavaScript, Go, Rust, C#, Ruby, PHP. */
const FRAME =
  /^\s*(?:at .{1,300}|File "[^"\n]{1,300}", line \d+|\d{1,4}: (?:0x[0-9a-f]+ - )?[\w:<>$.{}]{2,300}|#\d+ .{1,300}|from .{1,300}:\d+:in |\.{3} \d+ more|[\w./*()$-]{1,200}\([^()\n]{0,200}\)$|.{1,300}\.(?:go|rs|rb|py|java|js|ts|c|cc|cpp|php):\d+(?:[: ].{0,200})?$)/;

export function looksLikeStackTrace(sample: Sample): boolean {
  if (!sample.lines.some((line) => OPENING.test(line))) return false;
  return shareOf(sample, (line) => FRAME.test(line) || OPENING.test(line)) >= FRAMES_SHARE_MIN;
}

/** Cuts `[draft.at, end)`; each line counts one. */
export function cutStackTrace(draft: Draft, end: number): void {
  const { text } = draft;
  let trace = -1;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const line = text.slice(from, Math.min(stop, from + 400));
    if (OPENING.test(line) && !FRAME.test(line)) {
      if (!/^(?:Caused by|During|The above|[\w.$]{1,120}(?:Error|Exception|Failure|Fault)\b)/.test(line)) trace = -1;
      if (trace === -1) openSection(draft);
      else seal(draft);
    }
    const whole = trace === -1 || draft.units.length - 1 === trace;
    const unit = addPiece(draft, stop, {
      count: 1,
      head: trace,
      context: "",
      joinUpTo: whole ? TRACE_CHARS : FRAMES_CHARS,
    });
    if (trace === -1 && !isBlank(text, from, stop)) trace = unit;
  }
}
