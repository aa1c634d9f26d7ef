import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "./parts.ts";
import { anyText, regexEnds } from "./pieces.ts";

type Parts = ReturnType<typeof buildParts>;

const UNDECIDED = 0;
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

test("cutting letters apart moves no end of a piece", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(endsBy(loose, text)).toEqual(expect.arrayContaining([...regexEnds(text)]));
    }),
    { numRuns: 3_000 },
  );
});

test("what ASCII alone decides is decided the same", () => {
  const { exports, put } = whole;
  fc.assert(
    fc.property(anyText, fc.string({ unit: "binary-ascii" }), (mixed, ascii) => {
      const { start, end } = put(`${ascii}${mixed}${ascii}`);
      for (let at = start; at < end; at = exports.pieceEnd(at, end)) {
        expect([UNDECIDED, exports.pieceEnd(at, end)]).toContain(exports.asciiPieceEnd(at));
      }
    }),
  );
});

test("ASCII decides everything but the last piece and the white space at the end of an ASCII text", () => {
  const { exports, put } = whole;
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii", minLength: 1 }), (text) => {
      const starts = [0, ...endsBy(whole, text)].filter((at) => at < text.length);
      const { start } = put(text);
      const undecided = starts.filter((at) => exports.asciiPieceEnd(start + at) === UNDECIDED);
      // White space at the end is two pieces when something follows its last line end.
      const end = Math.min(text.trimEnd().length, ...starts.slice(-1));
      expect(undecided.filter((at) => at < end)).toEqual([]);
    }),
    { examples: [["\n\t"], ["a\n "]] },
  );
});
