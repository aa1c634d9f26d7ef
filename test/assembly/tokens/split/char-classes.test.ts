import { expect, test } from "vitest";
import { putClasses } from "../../../../src/text/token-counter.ts";
import { buildParts } from "../parts.ts";

const RANGE = 1 << 12;

test("every code point has the class that the host gives it, in any order of requests", () => {
  const { exports } = buildParts();
  const different: number[] = [];
  const wanted = new Uint8Array(RANGE);
  for (let first = 0x11_00_00 - RANGE; first >= 0; first -= RANGE) {
    putClasses(wanted, first);
    for (let at = RANGE - 1; at >= 0; at--)
      if (exports.charClass(first + at) !== wanted[at]) different.push(first + at);
  }
  expect(different).toEqual([]);
});
