// Bytes in, mutated bytes out: the changes of a byte-level fuzzer, drawn from a seed.
import type { Random } from "../../bench/corpus/random.ts";

/** Bytes with a special meaning in text formats. */
const SIGNIFICANT = [
  0x00, 0x0a, 0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x7f, 0x80, 0xc0, 0xe2, 0xed, 0xff,
];

/** Strings that parsers and excerpters search for. */
const PIECES = [
  "null",
  "1e400",
  "-0",
  "2147483648",
  '"\\ud800"',
  "__proto__",
  "\r\n",
  "\n\n",
  "```",
  "| - |",
  "Ada: ",
  "2024-01-01T00:00:00Z ERROR ",
  "    at f (/a.js:1:2)",
  "<|endoftext|>",
  "東京",
  "👩‍👩‍👧",
  "e\u0301",
  "\ufeff",
  "@@ -1 +1 @@",
].map((piece) => Buffer.from(piece));

/** Longest input: many small ones find more than a few large ones. */
const BYTES_MAX = 4_096;

const CHANGES_MAX = 6;

type Change = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

function cut(bytes: Buffer, random: Random): readonly [Buffer, Buffer, Buffer] {
  const from = random.below(bytes.length + 1);
  const to = from + random.below(Math.min(64, bytes.length - from) + 1);
  return [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
}

const changes: readonly [Change, ...Change[]] = [
  function flipBit(bytes, random) {
    const copy = Buffer.from(bytes);
    const at = random.below(copy.length || 1);
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  function putByte(bytes, random) {
    const [before, , after] = cut(bytes, random);
    return Buffer.concat([before, Buffer.from([SIGNIFICANT[random.below(SIGNIFICANT.length)] ?? 0]), after]);
  },
  function putPiece(bytes, random) {
    const [before, , after] = cut(bytes, random);
    return Buffer.concat([before, PIECES[random.below(PIECES.length)] ?? Buffer.alloc(0), after]);
  },
  function drop(bytes, random) {
    const [before, , after] = cut(bytes, random);
    return Buffer.concat([before, after]);
  },
  function repeat(bytes, random) {
    const [before, piece, after] = cut(bytes, random);
    return Buffer.concat([before, ...Array(1 + random.below(12)).fill(piece), after]);
  },
  function splice(bytes, random, other) {
    const [before] = cut(bytes, random);
    const [, , after] = cut(other, random);
    return Buffer.concat([before, after]);
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
];

/** @param other an input to take pieces from */
export function mutate(bytes: Buffer, random: Random, other: Buffer): Buffer {
  let mutated = bytes;
  for (let left = 1 + random.below(CHANGES_MAX); left > 0; left -= 1) {
    mutated = random.pick(changes)(mutated, random, other);
  }
  return mutated.subarray(0, BYTES_MAX);
}
