// The token counter of assembly/tokens.ts with its memory and the tables of o200k_base, which it builds from the
// published ranks as js-tiktoken ships them: about 50 ms and 15 MB, so one a thread.
// Must never make a string or an object per token: 200,000 of them cost more than all tables.
import { setFlagsFromString } from "node:v8";
import { module } from "../../../gen/assembly/tokens.ts";
import { type Checkpoint, unchecked } from "../checkpoint.ts";
import { putClasses } from "./char-classes.ts";
import { leftLengthBytes, rankBytes } from "./encoding-bytes.ts";

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
