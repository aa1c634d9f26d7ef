import fc from "fast-check";
import { expect, test } from "vitest";
import { flagged, nextFlagged, placeFrom } from "../../src/text/int-list.ts";

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
