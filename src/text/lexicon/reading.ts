// Texts through a window into the module, and the terms that were read out of it.
import { type Checkpoint, unchecked } from "../checkpoint.ts";
import { int32s } from "../slab.ts";
import { inMemory, type WordsModule } from "./module.ts";
import { onTurn, type Turn } from "./turns.ts";
import { windowOn } from "./window.ts";

/** Reads a text window by window; the words at a window's end are left to the next. */
export function read(turn: Turn, text: string, from: number, to: number, checkpoint: Checkpoint = unchecked): number {
  const words = onTurn(turn);
  for (let at = from; at < to; ) {
    const window = windowOn(turn.windows, inMemory(words), text, at);
    const shift = window.at - window.start;
    const end = Math.min(to, window.to) + shift;
    const stop = Math.min(to, window.stop) + shift;
    at = (words.run.read(2 * (at + shift), 2 * stop, 2 * end) >> 1) - shift;
    if (at < to) checkpoint();
  }
  return words.run.found();
}

export function readEach(turn: Turn, text: string, start: number, ends: Int32Array, from: number, to: number): void {
  const words = onTurn(turn);
  const { at, room } = windowOn(turn.windows, words, text, start);
  if (text.length > room) {
    readInTurn(turn, text, start, ends, from, to);
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

/** Stretches of a text that no window has room for: each by itself, while the window moves. */
function readInTurn(turn: Turn, text: string, start: number, ends: Int32Array, from: number, to: number): void {
  let begin = start;
  for (let place = 0; place < ends.length; place++) {
    const end = ends[place] ?? begin;
    ends[place] = read(turn, text, begin, end);
    turn.words.run.repeat(from, to);
    begin = end;
  }
}

/** Puts down where some stretches of the text end that lies in the window at `at`. */
function putEnds(words: WordsModule, ends: Int32Array, first: number, next: number, at: number): void {
  const { numbers, run } = inMemory(words);
  const places = (run.ENDS.value >> 2) - first;
  for (let place = first; place < next; place++) numbers[places + place] = 2 * (at + (ends[place] ?? 0));
}

/** Takes what stands there then: how many terms had been read by each end. */
function takeEnds(words: WordsModule, ends: Int32Array, first: number, next: number): void {
  const { numbers, run } = inMemory(words);
  const places = (run.ENDS.value >> 2) - first;
  for (let place = first; place < next; place++) ends[place] = numbers[places + place] ?? 0;
}

/** A copy of the terms that were read from number `from` on; those before it stay. */
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
