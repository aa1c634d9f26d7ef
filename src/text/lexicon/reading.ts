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
  const { run } = words;
  const { at, room } = windowOn(turn.windows, words, text, start);
  const places = run.ENDS.value >> 2;
  let begin = start;
  for (let done = 0; done < ends.length; ) {
    // A text that the window has no room for is read stretch by stretch, while the window moves.
    const count = text.length > room ? 1 : Math.min(run.ENDS_PLACES.value, ends.length - done);
    const next = ends[done + count - 1] ?? begin;
    if (text.length > room) {
      ends[done] = read(turn, text, begin, next);
      run.repeat(from, to);
    } else {
      const { numbers } = inMemory(words);
      for (let place = 0; place < count; place++) numbers[places + place] = 2 * (at + (ends[done + place] ?? 0));
      run.readEach(2 * (at + begin), count, from, to);
      const { numbers: read } = inMemory(words);
      for (let place = 0; place < count; place++) ends[done + place] = read[places + place] ?? 0;
    }
    done += count;
    begin = next;
  }
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
