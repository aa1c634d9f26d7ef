import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";
import { anyText, regexEnds } from "../pieces.ts";

type Parts = ReturnType<typeof buildParts>;

/** Every bit set: nothing may be cut. None set: everything may. */
const whole = withJoints(0xff);
const loose = withJoints(0);

function withJoints(bits: number): Parts {
  const parts = buildParts();
  const { PAIR_JOINTS, PART_JOINTS } = parts.exports;
  parts.bytes().fill(bits, PAIR_JOINTS.value, PAIR_JOINTS.value + (1 << 15));
  parts.bytes().fill(bits, PART_JOINTS.value, PART_JOINTS.value + (1 << 13));
  return parts;
}

function endsBy({ exports, put }: Parts, text: string): readonly number[] {
  const ends: number[] = [];
  const { start, end } = put(text);
  for (let at = start; at < end; ) {
    at = exports.pieceEnd(at, end);
    ends.push(at - start);
  }
  return ends;
}

test("pieces end where the published pattern ends them", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(endsBy(whole, text)).toEqual(regexEnds(text));
    }),
    { numRuns: 3_000 },
  );
});

test("cutting runs of letters does not change the ends of pieces", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(endsBy(loose, text)).toEqual(expect.arrayContaining([...regexEnds(text)]));
    }),
    { numRuns: 3_000 },
  );
});
