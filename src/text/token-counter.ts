// Creates the token counter of assembly/tokens.ts: its memory and the tables of o200k_base, which it builds from the
// published ranks in js-tiktoken. That takes about 50 ms and 15 MB, so each thread has one counter. No string or object
// is created for a token: 200,000 of them would cost more than all tables.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { module } from "../../gen/assembly/tokens.ts";
import { type Checkpoint, unchecked } from "./checkpoint.ts";

/** These bits are also in assembly/tokens/split/char-classes.ts. */
const UPPER_CLASS = 1;
const LOWER_CLASS = 2;
const PREFIX_CLASS = 4;
const SYMBOL_CLASS = 8;
const NUMBER_CLASS = 16;
const SPACE_CLASS = 32;
const NEWLINE_CLASS = 64;

/** Every code point belongs to exactly one set. */
const CLASS_SETS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lu}\p{Lt}]+/gu, UPPER_CLASS],
  [/\p{Ll}+/gu, LOWER_CLASS],
  [/[\p{Lm}\p{Lo}]+/gu, UPPER_CLASS | LOWER_CLASS],
  [/\p{M}+/gu, UPPER_CLASS | LOWER_CLASS | PREFIX_CLASS | SYMBOL_CLASS],
  [/\p{N}+/gu, NUMBER_CLASS],
  [/[\r\n]+/gu, SPACE_CLASS | NEWLINE_CLASS],
  [/[^\S\r\n]+/gu, SPACE_CLASS | PREFIX_CLASS],
  [/[^\s\p{L}\p{M}\p{N}]+/gu, PREFIX_CLASS | SYMBOL_CLASS],
];

/** Fills `classes` for the code points from `first` on. Surrogates count as U+FFFD. */
export function putClasses(classes: Uint8Array, first: number): void {
  const units = first > 0xffff ? 2 : 1;
  let text = "";
  for (let at = first; at < first + classes.length; at++) {
    text += String.fromCodePoint(at < 0xd800 || at > 0xdfff ? at : 0xfffd);
  }
  for (const [set, bits] of CLASS_SETS) {
    for (const run of text.matchAll(set)) {
      const from = run.index / units;
      classes.fill(bits, from, from + run[0].length / units);
    }
  }
}

const BEFORE_RANKS = '"bpe_ranks":"! 0 ';

/** The published ranks in the form that `ranksIn` describes. */
export function rankBytes(): Uint8Array {
  return ranksIn(readFileSync(createRequire(import.meta.url).resolve("js-tiktoken/ranks/o200k_base")));
}

/**
 * @param source the text of js-tiktoken's module of ranks
 * @returns the tokens in base64, in the order of their ranks, separated by spaces
 * @throws Error if the module has another form
 */
export function ranksIn(source: Buffer): Uint8Array {
  const before = source.indexOf(BEFORE_RANKS);
  if (before < 0) throw new Error(`the module of ranks has no ${BEFORE_RANKS}`);
  const start = before + BEFORE_RANKS.length;
  return source.subarray(start, source.indexOf('"', start));
}

/** One character for each token: the length of the first of its two parts, see tools/token-parts.ts. */
export function leftLengthBytes(): Uint8Array {
  return readFileSync(new URL("../../gen/token-parts.txt", import.meta.url));
}

/**
 * An empty custom section without a name (WebAssembly Core Specification 2.0, section 5.5.3). Modules with equal bytes
 * would share their compiled code.
 */
const NAMELESS_SECTION = Uint8Array.of(0, 1, 0);

interface Constant {
  readonly value: number;
}

/** The counter's exports. Addresses and sizes are in bytes; true is 1. */
export interface CounterExports {
  readonly RANKS: Constant;
  readonly LEFT_LENGTHS: Constant;
  readonly ASKED: Constant;
  readonly ASKED_POINTS: Constant;
  readonly INPUT: Constant;
  readonly INPUT_UNITS: Constant;
  readonly ENDS: Constant;
  readonly SUMS: Constant;
  readonly BATCH_PIECES: Constant;
  /** Builds the tables from the `length` bytes at RANKS. Returns whether they are the expected ranks. */
  buildTables(length: number): number;
  startText(): void;
  /** Appends the first units at INPUT, which end a character. Returns the UTF-8 bytes of the text so far. */
  appendInput(units: number): number;
  /** Writes the next pieces of the text to ENDS and SUMS. Returns their number, 0 at the end of the text. */
  nextPieces(): number;
  /** Converts ENDS from bytes to UTF-16 units. Call it after each nextPieces of a text, or never for that text. */
  convertEnds(): void;
  /** Tokens of all pieces so far. */
  tokensSoFar(): number;
  /**
   * The text is a space and a word. Its first letter may also be a capital. Returns the lowest rank of these forms. If
   * none is a token, returns BARE plus the rank without the space. If that is not a token either, returns a number
   * above all others.
   */
  wordRank(): number;
  readonly BARE: Constant;
}

/** Views of a counter's memory. */
export interface Windows {
  readonly input: Buffer;
  readonly ends: Uint32Array;
  readonly sums: Uint32Array;
}

export interface Counter<Exports extends CounterExports = CounterExports> {
  readonly exports: Exports;
  /** Views of the memory, which stay valid until the next text or batch. */
  windows(): Windows;
  readonly memory: WebAssembly.Memory;
  /** INPUT_UNITS and BARE, read once, because reading an export takes as long as looking up a word. */
  readonly inputUnits: number;
  readonly bare: number;
  /** Called within long pieces. If it throws, the next text starts from the beginning. */
  checkpoint: Checkpoint;
}

/** @throws Error if the ranks are not those that the module was written for */
export function buildCounter<Exports extends CounterExports>(): Counter<Exports> {
  const memory = new WebAssembly.Memory({ initial: 0 });
  const classify = (codePoint: number): void => {
    const asked = new Uint8Array(memory.buffer, exports.ASKED.value, exports.ASKED_POINTS.value);
    putClasses(asked, codePoint - (codePoint % asked.length));
  };
  const imports = {
    env: { memory },
    "char-classes": { classify },
    checkpoint: { checkpoint: () => counter.checkpoint() },
  };
  const code = Buffer.from(module, "base64");
  const { exports } = new WebAssembly.Instance<Exports>(new WebAssembly.Module(code), imports);
  exports.startText();
  optimisedAtOnce(() => {
    const builder = new WebAssembly.Module(Buffer.concat([code, NAMELESS_SECTION]));
    buildTables(new WebAssembly.Instance<Exports>(builder, imports).exports, memory);
  });
  let current = windowsOf(exports, memory);
  const counter: Counter<Exports> = {
    exports,
    memory,
    inputUnits: exports.INPUT_UNITS.value,
    bare: exports.BARE.value,
    checkpoint: unchecked,
    windows: () => {
      // A memory that grows detaches its views.
      if (current.input.length === 0) current = windowsOf(exports, memory);
      return current;
    },
  };
  return counter;
}

/**
 * Runs functions of a new module without V8's baseline compiler, whose code is ready sooner but slower. Building the
 * tables then takes .75 to .8 of the processor time. Do not do this for another module: without the profile that
 * baseline code collects, a select of 5.5 MB took 4 % longer.
 */
function optimisedAtOnce(work: () => void): void {
  setFlagsFromString("--no-liftoff");
  try {
    work();
  } finally {
    setFlagsFromString("--liftoff");
  }
}

function windowsOf(exports: CounterExports, { buffer }: WebAssembly.Memory): Windows {
  return {
    input: Buffer.from(buffer, exports.INPUT.value, 2 * exports.INPUT_UNITS.value),
    ends: new Uint32Array(buffer, exports.ENDS.value, exports.BATCH_PIECES.value),
    sums: new Uint32Array(buffer, exports.SUMS.value, exports.BATCH_PIECES.value),
  };
}

function buildTables(exports: CounterExports, { buffer }: WebAssembly.Memory): void {
  const bytes = new Uint8Array(buffer);
  const ranks = rankBytes();
  bytes.set(leftLengthBytes(), exports.LEFT_LENGTHS.value);
  bytes.set(ranks, exports.RANKS.value);
  if (exports.buildTables(ranks.length) === 0) {
    throw new Error("o200k_base ranks differ from those the tables are made for");
  }
}
