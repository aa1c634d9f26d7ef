import fc from "fast-check";
import { expect, test } from "vitest";
import { buildEncoding } from "../../../src/text/tokens/encoding.ts";
import { mergedLength } from "../../../src/text/tokens/merge-bytes.ts";
import { paddedUtf8 } from "../../../src/text/tokens/padded-utf8.ts";
import { pieceTokens } from "../../../src/text/tokens/piece-memo.ts";
import { anyText, longRun } from "./pieces.ts";

const encoding = buildEncoding();

/**
 * Short pieces, so that few letters give many that share their beginnings, and zero bytes, which keys are padded
 * with.
 */
const piece = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", " ", "\0", "é", "中", "😀"), minLength: 1, maxLength: 12 }),
  longRun(40),
  anyText.filter((text) => text !== ""),
);

test("a piece counts the same whether it is remembered or not", () => {
  fc.assert(
    fc.property(piece, (text) => {
      const { view, length } = paddedUtf8(text);
      const merged = mergedLength(encoding.merges, view, 0, length);
      const counts = [0, 1].map(() => pieceTokens(encoding, view, 0, length));
      expect(counts).toEqual([merged, merged]);
    }),
    { numRuns: 3_000 },
  );
});

test("pieces that push each other out still count right", () => {
  const words = Array.from({ length: 200_000 }, (_, at) => ` w${(at * 2_654_435_761) % 4_294_967_296}`);
  const counts = (): readonly number[] =>
    words.map((word) => {
      const { view, length } = paddedUtf8(word);
      return pieceTokens(encoding, view, 0, length);
    });
  expect(counts()).toEqual(counts());
});
