// The vocabularies of a thread share one WebAssembly module: its memory holds the words of one of them at a time.
// When another vocabulary is used, the words of the first are copied out; they are copied back when it is used again. A
// closed vocabulary is not copied. A module whose memory has grown large is dropped with the vocabulary that needed it,
// unless another takes it over first: memory never shrinks, and one request must not fill a thread for good.
import { Buffer } from "node:buffer";
import { emptyWindows, type Windows } from "./reading.ts";
import { createModule, emptyState, inMemory, type VocabularyState, type WordsModule } from "./wasm-module.ts";

export interface Turn {
  readonly words: WordsModule;
  readonly state: VocabularyState;
  windows: Windows;
}

/** Six megabytes of mixed records need 16 MiB. Bytes. */
const SHARED_MAX = 24 << 20;

let shared: WordsModule | undefined;

/** The last module that became large. Until it is collected the next vocabulary reuses it, so that two never exist. */
let large: WeakRef<WordsModule> | undefined;

/** A turn for a new vocabulary. @param words expected, and terms to be read: how much room is made */
export function firstTurn(words: number, terms: number): Turn {
  const module = freeModule();
  const turn = { words: module, state: emptyState(), windows: emptyWindows(module) };
  takeOver(turn);
  module.run.begin(words, terms);
  return turn;
}

function freeModule(): WordsModule {
  const left = large?.deref();
  if (left?.state === null) return left;
  shared ??= createModule();
  return shared;
}

/** The module with the words of that vocabulary in its memory. */
export function onTurn(turn: Turn): WordsModule {
  const { words, state } = turn;
  if (words.state !== state) {
    if (state.parked === null) throw new Error("vocabulary is closed");
    takeOver(turn);
    state.parked.copy(inMemory(words).bytes, words.run.STATE.value);
    state.parked = null;
    turn.windows = emptyWindows(words);
  }
  const current = inMemory(words);
  if (words === shared && current.bytes.length > SHARED_MAX) {
    large = new WeakRef(words);
    shared = undefined;
  }
  return current;
}

/** Gives the module away without a copy. */
export function closeTurn({ words, state }: Turn): void {
  if (words.state === state) words.state = null;
  state.parked = null;
}

function takeOver({ words, state }: Turn): void {
  const { bytes, run } = inMemory(words);
  if (words.state !== null) words.state.parked = Buffer.from(bytes.subarray(run.STATE.value, run.end()));
  words.state = state;
}
