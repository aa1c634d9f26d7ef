// One module serves the lexicons of a thread in turn: the words of one lie in its memory at a time. When another is
// used, what the first has read is copied out, and back when its turn comes again; not so of one that was closed.
// A module whose memory has become large goes with the lexicon that needed it, unless another comes before it is
// collected: memory never shrinks, and a thread keeps none for good that one request filled.
import { Buffer } from "node:buffer";
import { createModule, emptyState, inMemory, type LexiconState, type WordsModule } from "./module.ts";
import { emptyWindows, type Windows } from "./window.ts";

export interface Turn {
  readonly words: WordsModule;
  readonly state: LexiconState;
  windows: Windows;
}

/** Six megabytes of mixed records need 16 MiB. Bytes. */
const SHARED_MAX = 24 << 20;

let shared: WordsModule | undefined;

/** The last that became large. Until it is collected the next lexicon takes it, or two would fill as much memory. */
let large: WeakRef<WordsModule> | undefined;

/** A turn for a new lexicon. @param words expected, and terms to be read: how much room is made */
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

/** The module with the words of that lexicon in its memory. */
export function onTurn(turn: Turn): WordsModule {
  const { words, state } = turn;
  if (words.state !== state) {
    if (state.parked === null) throw new Error("lexicon is closed");
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
