// Reads texts through the one WebAssembly module of the thread. Its memory holds the words of one vocabulary at a time.
// If another vocabulary is used, the words of the first are saved, and restored at its next use. Texts are copied into
// windows. One slides over a long text; short texts have a smaller one, because a record and its headings are read
// alternately.
import { Buffer } from "node:buffer";
import { int32s } from "../arrays.ts";
import { type Checkpoint, unchecked } from "../checkpoint.ts";
import { WORD_LENGTH_MAX } from "../words.ts";
import { createModule, emptyState, type VocabularyState, type WordsModule, withCurrentViews } from "./wasm-module.ts";

interface Window {
  /** The index of its first unit in the memory, and its capacity. */
  readonly at: number;
  readonly room: number;
  text: string;
  /** The readable part of the text: from unit `from` to `to`, in words that begin before `stop`. */
  from: number;
  stop: number;
  to: number;
  /** The unit of the text at the window's first place. */
  start: number;
}

export interface Windows {
  readonly long: Window;
  readonly short: Window;
}

function emptyWindows({ run }: WordsModule): Windows {
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

/** The units next to the readable part are its neighbours in the text, or 0. */
function fill(window: Window, { units, bytes }: WordsModule, text: string, at: number): void {
  const start = text.length <= window.room ? 0 : Math.max(0, at - 1);
  const end = Math.min(text.length, start + window.room);
  // One call, however short the text is, because a loop over the characters of a string takes 9 ns for each.
  bytes.write(text.slice(start, end), 2 * window.at, "utf16le");
  units[window.at - 1] = 0;
  units[window.at + end - start] = 0;
  window.text = text;
  window.start = start;
  window.from = start === 0 ? 0 : at;
  window.to = end === text.length ? end : end - 1;
  window.stop = end === text.length ? end : window.to - WORD_LENGTH_MAX;
}

/** Reads a text window by window. Words at a window's end are left to the next window. */
export function read(lease: Lease, text: string, from: number, to: number, checkpoint: Checkpoint = unchecked): number {
  const words = activate(lease);
  for (let at = from; at < to; ) {
    const window = windowOn(lease.windows, withCurrentViews(words), text, at);
    const shift = window.at - window.start;
    const end = Math.min(to, window.to) + shift;
    const stop = Math.min(to, window.stop) + shift;
    at = (words.run.read(2 * (at + shift), 2 * stop, 2 * end) >> 1) - shift;
    if (at < to) checkpoint();
  }
  return words.run.found();
}

export function readEach(lease: Lease, text: string, start: number, ends: Int32Array, from: number, to: number): void {
  const words = activate(lease);
  const { at, room } = windowOn(lease.windows, words, text, start);
  if (text.length > room) {
    readOneByOne(lease, text, start, ends, from, to);
    return;
  }
  const { run } = words;
  let begin = start;
  for (let done = 0; done < ends.length; ) {
    const next = Math.min(ends.length, done + run.ENDS_PLACES.value);
    putEnds(words, ends, done, next, at);
    const behind = ends[next - 1] ?? begin;
    run.readEach(2 * (at + begin), next - done, from, to);
    takeEnds(words, ends, done, next);
    done = next;
    begin = behind;
  }
}

/** Reads the stretches of a text that is longer than a window one at a time, while the window moves. */
function readOneByOne(lease: Lease, text: string, start: number, ends: Int32Array, from: number, to: number): void {
  let begin = start;
  for (let place = 0; place < ends.length; place++) {
    const end = ends[place] ?? begin;
    ends[place] = read(lease, text, begin, end);
    lease.words.run.repeat(from, to);
    begin = end;
  }
}

/** Writes the ends of some stretches of the text, which begins in the window at `at`. */
function putEnds(words: WordsModule, ends: Int32Array, first: number, next: number, at: number): void {
  const { numbers, run } = withCurrentViews(words);
  const places = (run.ENDS.value >> 2) - first;
  for (let place = first; place < next; place++) numbers[places + place] = 2 * (at + (ends[place] ?? 0));
}

/** Reads back how many terms had been read by each end. */
function takeEnds(words: WordsModule, ends: Int32Array, first: number, next: number): void {
  const { numbers, run } = withCurrentViews(words);
  const places = (run.ENDS.value >> 2) - first;
  for (let place = first; place < next; place++) ends[place] = numbers[places + place] ?? 0;
}

/** Copies and forgets the terms from number `from` on; those before stay. */
export function takenFrom({ run, numbers }: WordsModule, from: number): Int32Array {
  const at = run.foundAt() >> 2;
  const taken = copied(numbers, at + from, at + run.found());
  run.keepFound(from);
  return taken;
}

export function copied(numbers: Int32Array, from: number, to: number): Int32Array {
  const copy = int32s(to - from);
  copy.set(numbers.subarray(from, to));
  return copy;
}

interface Lease {
  readonly words: WordsModule;
  readonly state: VocabularyState;
  windows: Windows;
}

/** Six megabytes of mixed records need 16 MiB. Bytes. */
const SHARED_MAX = 24 << 20;

let shared: WordsModule | undefined;

/**
 * The last module that grew large. Memory never shrinks, so this module is dropped with the vocabulary that needed it,
 * unless the next vocabulary reuses it first. There are never two.
 */
let large: WeakRef<WordsModule> | undefined;

/**
 * A lease for a new vocabulary.
 * @param words the expected number of words, and of terms to read, which determine the size of its tables
 */
export function createLease(words: number, terms: number): Lease {
  const module = freeModule();
  const lease = { words: module, state: emptyState(), windows: emptyWindows(module) };
  takeOver(lease);
  module.run.begin(words, terms);
  return lease;
}

function freeModule(): WordsModule {
  const left = large?.deref();
  if (left?.state === null) return left;
  shared ??= createModule();
  return shared;
}

/** The module, with this vocabulary's words in its memory. */
export function activate(lease: Lease): WordsModule {
  const { words, state } = lease;
  if (words.state !== state) {
    if (state.saved === null) throw new Error("vocabulary is closed");
    takeOver(lease);
    state.saved.copy(withCurrentViews(words).bytes, words.run.STATE.value);
    state.saved = null;
    lease.windows = emptyWindows(words);
  }
  const current = withCurrentViews(words);
  if (words === shared && current.bytes.length > SHARED_MAX) {
    large = new WeakRef(words);
    shared = undefined;
  }
  return current;
}

/** Ends a lease without saving its words. */
export function endLease({ words, state }: Lease): void {
  if (words.state === state) words.state = null;
  state.saved = null;
}

function takeOver({ words, state }: Lease): void {
  const { bytes, run } = withCurrentViews(words);
  if (words.state !== null) words.state.saved = Buffer.from(bytes.subarray(run.STATE.value, run.end()));
  words.state = state;
}
