// An instance of the WebAssembly module that reads words (assembly/words.ts), with its memory and the functions that it
// calls: character classes, and the forms of words beyond basic Latin. Its memory grows and never shrinks.
import { Buffer } from "node:buffer";
import { module as base64 } from "../../../gen/assembly/words.ts";
import { classOfCodePoint } from "../words.ts";

const ASCII_OR_NUMBERED = /^\w+$|\p{N}/u;

/** Most alphabets inflect after the first letters, and five letters distinguish words well enough. UTF-16 units. */
const PREFIX_LENGTH = 5;

/** Full-width digits and letters, as Chinese and Japanese texts write `ＡＢ１２`. */
const FULL_WIDTH = /[\uff10-\uff5a]/g;

/** The distance of a full-width character from its form in basic Latin. */
const FULL_WIDTH_OFFSET = 0xfee0;

/** The form of `word`; identifiers, ids and numbers stay whole. */
export function otherForm(word: string): string {
  const basic = word.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET));
  const lower = basic.toLowerCase();
  return lower.length <= PREFIX_LENGTH || ASCII_OR_NUMBERED.test(lower) ? lower : lower.slice(0, PREFIX_LENGTH);
}

interface Address {
  readonly value: number;
}

/** Exports of assembly/words.ts, described there. Addresses are in bytes. */
interface WordsExports {
  readonly SPELLING: Address;
  readonly OVERFLOW: Address;
  readonly ENDS: Address;
  readonly ENDS_PLACES: Address;
  readonly FORM_UNITS: Address;
  readonly LONG_WINDOW: Address;
  readonly LONG_WINDOW_BYTES: Address;
  readonly SHORT_WINDOW: Address;
  readonly SHORT_WINDOW_BYTES: Address;
  readonly STATE: Address;
  readonly begin: (words: number, terms: number) => void;
  readonly end: () => number;
  readonly read: (from: number, stop: number, to: number) => number;
  readonly readEach: (start: number, count: number, from: number, to: number) => void;
  readonly readWord: (from: number, to: number, unspaced: boolean) => void;
  readonly found: () => number;
  readonly foundAt: () => number;
  readonly keepFound: (count: number) => void;
  readonly repeat: (from: number, to: number) => void;
  readonly terms: () => number;
  readonly startsAt: () => number;
  readonly termEnd: (term: number) => number;
  readonly spellTerm: (term: number) => number;
}

export interface WordsModule {
  readonly run: WordsExports;
  /** The memory as bytes, units and numbers; `withCurrentViews` renews the views after it has grown. */
  bytes: Buffer;
  units: Uint16Array;
  numbers: Int32Array;
  readonly memory: WebAssembly.Memory;
  /** The state of the vocabulary whose words are in the memory; null if they are no longer needed. */
  state: VocabularyState | null;
}

/** What a vocabulary keeps outside the module's memory. */
export interface VocabularyState {
  /** Words for which the table had no slot, with their numbers. */
  readonly overflow: Map<string, number>;
  /** A copy of its words while the memory holds those of another vocabulary; null after it was closed. */
  saved: Buffer | null;
}

export function emptyState(): VocabularyState {
  return { overflow: new Map(), saved: null };
}

/** The module's own memory and a small vocabulary, enough for a request of a few records. Pages of 64 KiB. */
const PAGES_MIN = 6;

const module = new WebAssembly.Module(Buffer.from(base64, "base64"));

export function createModule(): WordsModule {
  const memory = new WebAssembly.Memory({ initial: PAGES_MIN });
  const outside = {
    classOf: classOfCodePoint,
    otherForm: (from: number, length: number) =>
      write(words, words.run.FORM_UNITS, otherForm(textAt(words, words.run.SPELLING.value + 2 * from, length))),
    findOverflow: (length: number) => words.state?.overflow.get(textAt(words, words.run.OVERFLOW.value, length)) ?? -1,
    addOverflow: (length: number, word: number) =>
      words.state?.overflow.set(textAt(words, words.run.OVERFLOW.value, length), word),
    clearOverflow: () => words.state?.overflow.clear(),
  };
  const { exports: run } = new WebAssembly.Instance<WordsExports>(module, { env: { memory }, outside });
  const words: WordsModule = { run, memory, state: null, ...viewsOf(memory) };
  return words;
}

function viewsOf({ buffer }: WebAssembly.Memory) {
  return { bytes: Buffer.from(buffer), units: new Uint16Array(buffer), numbers: new Int32Array(buffer) };
}

/** The module with current views of its memory: growing detaches the old ones. */
export function withCurrentViews(words: WordsModule): WordsModule {
  return words.bytes.length > 0 ? words : Object.assign(words, viewsOf(words.memory));
}

/** The `length` units at an address as a string. */
export function textAt(words: WordsModule, at: number, length: number): string {
  return withCurrentViews(words).bytes.toString("utf16le", at, at + 2 * length);
}

function write(words: WordsModule, { value }: Address, text: string): number {
  const { units } = withCurrentViews(words);
  for (let at = 0; at < text.length; at++) units[(value >> 1) + at] = text.charCodeAt(at);
  return text.length;
}
