// The counts of each text stay unchanged, whatever is stored after them and whether they share arrays.
import fc from "fast-check";
import { expect, test } from "vitest";
import { joined, type KeptCounts, keepCounts } from "../../src/text/token-scan.ts";

const batch = fc.record({
  pieces: fc.oneof(fc.nat(50), fc.integer({ min: 2_000, max: 2_100 }), fc.nat(5_000)),
  step: fc.constantFrom(1, 3, 90),
});

type Batch = typeof batch extends fc.Arbitrary<infer Made> ? Made : never;

/** Ends that grow by `step`, and sums by one. */
function countsOf({ pieces, step }: Batch) {
  return {
    ends: Uint32Array.from({ length: pieces }, (_, piece) => step * (piece + 1)),
    sums: Uint32Array.from({ length: pieces }, (_, piece) => piece + 1),
  };
}

function valuesOf({ ends, sums, at, pieces }: KeptCounts) {
  return { ends: [...ends.subarray(at, at + pieces)], sums: [...sums.subarray(at, at + pieces)] };
}

test("counts stay unchanged after the shared arrays are used up", () => {
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 40 }), (batches) => {
      const wanted = batches.map(countsOf);
      // The module's arrays are longer than the part to copy.
      const padded = (counts: Uint32Array) => Uint32Array.of(...counts, 7, 7);
      const kept = wanted.map(({ ends, sums }) => keepCounts(padded(ends), padded(sums), ends.length));
      expect(kept.map(valuesOf)).toEqual(wanted.map(({ ends, sums }) => ({ ends: [...ends], sums: [...sums] })));
    }),
  );
});

test("batches are joined in their order, from arrays of either width", () => {
  const ends = [10, 60_000, 70_000];
  const batches = ends.map((end) => keepCounts(Uint32Array.of(end - 5, end), Uint32Array.of(end - 6, end - 5), 2));
  const whole = joined(batches);
  expect(valuesOf(whole)).toEqual({
    ends: ends.flatMap((end) => [end - 5, end]),
    sums: ends.flatMap((end) => [end - 6, end - 5]),
  });
  expect(whole.pieces).toBe(6);
});

test("small texts share arrays, and large texts have their own", () => {
  const few = () => keepCounts(Uint32Array.of(4), Uint32Array.of(1), 1);
  // The second shares with the third even if the first used up its arrays.
  const kept = [few(), few(), few()];
  expect(new Set(kept.map(({ ends }) => ends)).size).toBeLessThan(3);
  const own = keepCounts(new Uint32Array(2_049), new Uint32Array(2_049), 2_049);
  expect(own.ends.length).toBe(2_049);
});
