// Shares one WebAssembly module among the vocabularies of a thread. Its memory holds the words of one vocabulary at a
// time; when another is used, the words of the first are saved, and restored at its next use. The words of a closed
// vocabulary are not saved. Memory never shrinks, so a module with a large memory is dropped with the vocabulary that
// needed it, unless the next vocabulary reuses it first.
import { Buffer } from "node:buffer";
import { emptyWindows, type Windows } from "./reading.ts";
import { createModule, emptyState, inMemory, type VocabularyState, type WordsModule } from "./wasm-module.ts";

export interface Lease {
  readonly words: WordsModule;
  readonly state: VocabularyState;
  windows: Windows;
}

/** Six megabytes of mixed records need 16 MiB. Bytes. */
const SHARED_MAX = 24 << 20;

let shared: WordsModule | undefined;

/** The last module that grew large. The next vocabulary reuses it until it is collected, so two never exist. */
let large: WeakRef<WordsModule> | undefined;

/** A lease for a new vocabulary. @param words expected, and terms to be read, which size its tables */
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
    state.saved.copy(inMemory(words).bytes, words.run.STATE.value);
    state.saved = null;
    lease.windows = emptyWindows(words);
  }
  const current = inMemory(words);
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
  const { bytes, run } = inMemory(words);
  if (words.state !== null) words.state.saved = Buffer.from(bytes.subarray(run.STATE.value, run.end()));
  words.state = state;
}
