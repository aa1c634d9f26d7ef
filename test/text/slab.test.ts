// Arrays of any size, requested in any order, are all 0 and share no memory.
import fc from "fast-check";
import { expect, test } from "vitest";
import { float64s, freeArray, int32s, uint8s } from "../../src/text/slab.ts";

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
