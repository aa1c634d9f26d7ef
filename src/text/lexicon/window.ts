// The units of a text in the module's memory: a window that is moved over a long text, a smaller one for a short text.
// They are read in turn: a record and the headings its units stand under. What a window holds is not copied again.
import { WORD_LENGTH_MAX } from "../words.ts";
import type { WordsModule } from "./module.ts";

export interface Window {
  /** Index of its first unit in the memory, and how many it has room for. */
  readonly at: number;
  readonly room: number;
  text: string;
  /** What of the text can be read: from the unit `from` of it to `to`, in words that begin before `stop`. */
  from: number;
  stop: number;
  to: number;
  /** The unit of the text that lies at the window's first place. */
  start: number;
}

export interface Windows {
  readonly long: Window;
  readonly short: Window;
}

export function emptyWindows({ run }: WordsModule): Windows {
  return {
    long: emptyWindow(run.LONG_WINDOW.value, run.LONG_WINDOW_BYTES.value),
    short: emptyWindow(run.SHORT_WINDOW.value, run.SHORT_WINDOW_BYTES.value),
  };
}

function emptyWindow(at: number, bytes: number): Window {
  return { at: at >> 1, room: bytes >> 1, text: "", from: 0, stop: 0, to: 0, start: 0 };
}

/** A window on `text` from which the word at `at` can be read. */
export function windowOn({ long, short }: Windows, words: WordsModule, text: string, at: number): Window {
  const window = text.length > short.room ? long : short;
  if (window.text !== text || at < window.from || at >= window.stop) fill(window, words, text, at);
  return window;
}

/** Before and behind what can be read lies the neighbour it has in its text, or 0. */
function fill(window: Window, { units, bytes }: WordsModule, text: string, at: number): void {
  const start = text.length <= window.room ? 0 : Math.max(0, at - 1);
  const end = Math.min(text.length, start + window.room);
  // One call, however short: a loop asks each character of a string of any of V8's forms, for 9 ns.
  bytes.write(text.slice(start, end), 2 * window.at, "utf16le");
  units[window.at - 1] = 0;
  units[window.at + end - start] = 0;
  window.text = text;
  window.start = start;
  window.from = start === 0 ? 0 : at;
  window.to = end === text.length ? end : end - 1;
  window.stop = end === text.length ? end : window.to - WORD_LENGTH_MAX;
}
