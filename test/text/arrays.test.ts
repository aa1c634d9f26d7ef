// Arrays of any size, requested in any order, are all 0 and share no memory.
// The filter finds every digest that repeats, and few others.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  flagged,
  float64s,
  freeArray,
  int32s,
  likelyRepeats,
  nextFlagged,
  placeFrom,
  uint8s,
} from "../../src/text/arrays.ts";

const makers = { uint8s, int32s, float64s };

const asked = fc.record({
  make: fc.constantFrom(...Object.values(makers)),
  length: fc.oneof(fc.nat(40), fc.nat(5_000)),
});

test("arrays are zero and share no byte, even after several slabs are used", () => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 60 }), (requests) => {
      const arrays = requests.map(({ make, length }, at) => {
        const made = make(length);
        expect(made.length).toBe(length);
        expect(made.every((value) => value === 0)).toBe(true);
        return made.fill(at + 1);
      });
      for (const [at, array] of arrays.entries()) expect(array.every((value) => value === at + 1)).toBe(true);
    }),
  );
});

test.each(Object.entries(makers))("%s from a slab are aligned for their type", (_, make) => {
  uint8s(3);
  const made = make(5);
  expect(made.byteOffset % made.BYTES_PER_ELEMENT).toBe(0);
});

test("a large array has its own memory, so it keeps no slab alive", () => {
  expect(float64s(600).buffer.byteLength).toBe(4_800);
  expect(int32s(3).buffer).toBe(int32s(3).buffer);
});

test("freeing empties a large array, and leaves one from a slab as it is", () => {
  const large = int32s(1 << 16);
  freeArray(large);
  expect(large.buffer.byteLength).toBe(0);
  const [small, neighbour] = [int32s(3), int32s(3).fill(7)];
  freeArray(small);
  expect([small.length, ...neighbour]).toEqual([3, 7, 7, 7]);
});

test("placeFrom finds the first number that is at least the given one", () => {
  const list = Int32Array.of(2, 3, 3, 7);
  expect([1, 2, 3, 4, 7, 8].map((least) => placeFrom(list, least))).toEqual([0, 0, 1, 3, 3, 4]);
  expect([1, 3, 8].map((least) => placeFrom(list, least, 2, 3))).toEqual([2, 2, 3]);
  expect(placeFrom(new Int32Array(), 5)).toBe(0);
});

test("visits the places of flagged terms and no other", () => {
  const terms = fc.array(fc.nat(9), { maxLength: 30 });
  fc.assert(
    fc.property(terms, fc.array(fc.nat(9)), (all, wanted) => {
      const flags = flagged(10, Int32Array.from(wanted));
      const held = Int32Array.from(all);
      const visited: number[] = [];
      for (let at = nextFlagged(held, flags, 0); at < held.length; at = nextFlagged(held, flags, at + 1))
        visited.push(at);
      expect(visited).toEqual([...all.keys()].filter((at) => wanted.includes(all[at] ?? -1)));
    }),
  );
});

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
