// The filter finds every digest that repeats, and few others.
import fc from "fast-check";
import { expect, test } from "vitest";
import { likelyRepeats } from "../../src/text/hashing.ts";

test("lists every digest that repeats, in ascending order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1, max: 40 }), { maxLength: 60 }), (digests) => {
      const likely = [...likelyRepeats(Int32Array.from(digests, (digest) => digest * 0x3_00_00_01))];
      const repeated = digests.flatMap((digest, at) =>
        digest >= 0 && digests.indexOf(digest) !== digests.lastIndexOf(digest) ? [at] : [],
      );
      expect(likely).toEqual(expect.arrayContaining(repeated));
      expect(likely).toEqual([...new Set(likely)].toSorted((a, b) => a - b));
      expect(likely.filter((at) => (digests[at] ?? -1) < 0)).toEqual([]);
    }),
  );
});

test("lists few of the digests that do not repeat", () => {
  const digests = Int32Array.from({ length: 10_000 }, (_, at) => Math.imul(at, 0x9e37_79b1) >>> 1);
  expect(likelyRepeats(digests).length).toBeLessThan(digests.length / 8);
});
