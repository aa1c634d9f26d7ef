// The token counter of assembly/tokens.ts with its memory and the tables of o200k_base, built from the published ranks
// in js-tiktoken: about 50 ms and 15 MB, so one a thread.
// Creates no string or object for a token: 200,000 of them would cost more than all tables.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { module } from "../../gen/assembly/tokens.ts";
import { type Checkpoint, unchecked } from "./checkpoint.ts";

/** The bits are those of assembly/tokens/char-classes.ts. */
const UPPER_CLASS = 1;
const LOWER_CLASS = 2;
const PREFIX_CLASS = 4;
const SYMBOL_CLASS = 8;
const NUMBER_CLASS = 16;
const SPACE_CLASS = 32;
const NEWLINE_CLASS = 64;

/** Every code point is in exactly one of them. */
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

/** Fills `classes` with those of the code points from `first` on; surrogates are as U+FFFD. */
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

/** The published ranks as js-tiktoken ships them: see `ranksIn`. */
export function rankBytes(): Uint8Array {
  return ranksIn(readFileSync(createRequire(import.meta.url).resolve("js-tiktoken/ranks/o200k_base")));
}

/**
 * @param source of a module of ranks
 * @returns the tokens in base64, in the order of their ranks, with a blank between two
 * @throws Error when it has them in another form
 */
export function ranksIn(source: Buffer): Uint8Array {
  const before = source.indexOf(BEFORE_RANKS);
  if (before < 0) throw new Error(`the module of ranks has no ${BEFORE_RANKS}`);
  const start = before + BEFORE_RANKS.length;
  return source.subarray(start, source.indexOf('"', start));
}

/** For each token a character that encodes the length of the first of its two parts: see tools/token-parts.ts. */
export function leftLengthBytes(): Uint8Array {
  return readFileSync(new URL("../../gen/token-parts.txt", import.meta.url));
}

/**
 * A custom section that holds nothing, not even a name (WebAssembly Core Specification 2.0, section 5.5.3). Two modules
 * of the same bytes would share their compiled code.
 */
const NAMELESS_SECTION = Uint8Array.of(0, 1, 0);

interface Constant {
  readonly value: number;
}

/** What the module exports to count with. Addresses and sizes are in bytes; true is 1. */
export interface CounterExports {
  readonly RANKS: Constant;
  readonly LEFT_LENGTHS: Constant;
  readonly ASKED: Constant;
  readonly ASKED_POINTS: Constant;
  readonly STRETCH: Constant;
  readonly STRETCH_UNITS: Constant;
  readonly ENDS: Constant;
  readonly SUMS: Constant;
  readonly BATCH_PIECES: Constant;
  /** Builds the tables from the `length` bytes at RANKS; whether they are those that were expected. */
  learnRanks(length: number): number;
  startText(): void;
  /** Appends the first units of what is at STRETCH, never half a pair; returns the bytes of UTF-8 up to there. */
  appendStretch(units: number): number;
  /** Puts down the next pieces of the text at ENDS and SUMS; returns how many, 0 when there are no more. */
  nextPieces(): number;
  /** Converts what is at ENDS from bytes to UTF-16 units. To be called after each nextPieces, or never for a text. */
  convertEnds(): void;
  /** Tokens of all pieces so far. */
  tokensSoFar(): number;
  /**
   * The lowest rank of the text, a blank and a word, in which a first letter a to z may be a capital, too. Where it is
   * no token, BARE more than the rank without the blank. Above that, and so above all others, where it is none either.
   */
  wordRank(): number;
  readonly BARE: Constant;
}

/** Windows into the memory of a counter. */
export interface Windows {
  readonly stretch: Buffer;
  readonly ends: Uint32Array;
  readonly sums: Uint32Array;
}

export interface Counter<Exports extends CounterExports = CounterExports> {
  readonly exports: Exports;
  /** The memory seen through windows that are good until a text or a batch is asked for. */
  windows(): Windows;
  readonly memory: WebAssembly.Memory;
  /** What the module exports as STRETCH_UNITS and BARE, read once: each time takes as long as a look for a word. */
  readonly stretchUnits: number;
  readonly bare: number;
  /** Runs within long pieces of the text, and may throw: the next text starts from nothing. */
  checkpoint: Checkpoint;
}

/** @throws Error when the ranks are not those that the module was written for */
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
    learnRanks(new WebAssembly.Instance<Exports>(builder, imports).exports, memory);
  });
  let current = windowsOf(exports, memory);
  const counter: Counter<Exports> = {
    exports,
    memory,
    stretchUnits: exports.STRETCH_UNITS.value,
    bare: exports.BARE.value,
    checkpoint: unchecked,
    windows: () => {
      // Growing takes the memory away from the windows that there are.
      if (current.stretch.length === 0) current = windowsOf(exports, memory);
      return current;
    },
  };
  return counter;
}

/**
 * Runs functions of a new module without V8's baseline compiler, whose code is there sooner and takes longer: ranks are
 * ready in .75 to .8 of the processor time so. What counts with them is a module of its own: optimised at once, without
 * what the baseline's code notes of calls, it made a select of 5.5 MB 4 % slower.
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
    stretch: Buffer.from(buffer, exports.STRETCH.value, 2 * exports.STRETCH_UNITS.value),
    ends: new Uint32Array(buffer, exports.ENDS.value, exports.BATCH_PIECES.value),
    sums: new Uint32Array(buffer, exports.SUMS.value, exports.BATCH_PIECES.value),
  };
}

function learnRanks(exports: CounterExports, { buffer }: WebAssembly.Memory): void {
  const bytes = new Uint8Array(buffer);
  const ranks = rankBytes();
  bytes.set(leftLengthBytes(), exports.LEFT_LENGTHS.value);
  bytes.set(ranks, exports.RANKS.value);
  if (exports.learnRanks(ranks.length) === 0) {
    throw new Error("o200k_base ranks differ from those the tables are made for");
  }
}
