import fc from "fast-check";
import { expect, test } from "vitest";
import { flagged, nextFlagged } from "../../src/text/flags.ts";

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
