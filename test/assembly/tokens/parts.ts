// The parts of the token counter's module, for testing one by one: a counter with the names of its other exports.
import { buildCounter, type CounterExports } from "../../../src/text/token-counter.ts";
import { writeText } from "../../../src/text/tokens.ts";

interface Constant {
  readonly value: number;
}

/** Positions are addresses in the memory of the counter; a text is at TEXT. */
export interface Parts extends CounterExports {
  readonly TEXT: Constant;
  readonly NO_TOKEN: Constant;
  readonly MERGE_BYTES_MAX: Constant;
  readonly PAIR_JOINTS: Constant;
  readonly PART_JOINTS: Constant;
  readonly SUMS: Constant;
  charClass(point: number): number;
  narrowStarts(at: number): bigint;
  pieceEnd(start: number, end: number): number;
  putPiece(number: number, end: number, tokens: number): void;
  setBatch(size: number, end: number): void;
  countBatch(start: number): void;
  mergedLength(start: number, end: number): number;
  partAt(position: number): number;
  backtrackedLength(start: number, end: number, marks: number): number;
  lengthWithin(stepsMax: number, start: number, end: number, marks: number): number;
  tokensOfRun(start: number, end: number): number;
  longPieceTokens(start: number, end: number): number;
  roomAfterText(size: number): number;
  mayJoin(before: number, after: number): number;
  mergedToken(left: number, right: number): number;
  leftPart(token: number): number;
  rightPart(token: number): number;
  tokenStart(token: number): number;
  tokenEnd(token: number): number;
  findToken(start: number, end: number): number;
}

/** Tokens of o200k_base. */
export const TOKENS = 199_998;

/** A separate counter, whose parts may be called and whose tables may be overwritten. */
export function buildParts() {
  const counter = buildCounter<Parts>();
  const { exports, memory } = counter;
  const text = exports.TEXT.value;
  return {
    exports,
    /** The current memory. A longer text may replace it. */
    bytes: () => new Uint8Array(memory.buffer),
    /** Writes a text and returns where it starts and ends. */
    put: (written: string) => ({ start: text, end: text + writeText(counter, written) }),
    /** Tokens of consecutive pieces of the text, each [start, end), counted together. */
    countPieces: (pieces: readonly (readonly [start: number, end: number])[]) => {
      for (const [number, [, end]] of pieces.entries()) exports.putPiece(number, end, 0);
      exports.setBatch(pieces.length, pieces.at(-1)?.[1] ?? text);
      exports.countBatch(pieces[0]?.[0] ?? text);
      return [...new Uint32Array(memory.buffer, exports.SUMS.value, pieces.length)];
    },
    /** The bytes of a token. */
    token: (id: number) => new Uint8Array(memory.buffer).slice(exports.tokenStart(id), exports.tokenEnd(id)),
  };
}
