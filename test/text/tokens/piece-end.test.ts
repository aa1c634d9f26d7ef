import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiPieceEnd, UNDECIDED } from "../../../src/text/tokens/ascii-piece-end.ts";
import type { Joints } from "../../../src/text/tokens/joints.ts";
import { paddedUtf8 } from "../../../src/text/tokens/padded-utf8.ts";
import { pieceEnd } from "../../../src/text/tokens/piece-end.ts";
import { anyText, regexEnds } from "./pieces.ts";

/** Every bit set: nothing may be cut. None set: everything may. */
const whole: Joints = {
  pairs: new Uint32Array(1 << 13).fill(-1 >>> 0),
  parts: new Uint32Array(1 << 11).fill(-1 >>> 0),
};
const loose: Joints = { pairs: new Uint32Array(1 << 13), parts: new Uint32Array(1 << 11) };

function endsBy(joints: Joints, text: string): readonly number[] {
  const ends: number[] = [];
  const { bytes, length } = paddedUtf8(text);
  for (let at = 0; at < length; ) {
    at = pieceEnd(joints, bytes, at, length);
    ends.push(at);
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
  fc.assert(
    fc.property(anyText, fc.string({ unit: "binary-ascii" }), (mixed, ascii) => {
      const { bytes, view, length } = paddedUtf8(`${ascii}${mixed}${ascii}`);
      for (let at = 0; at < length; at = pieceEnd(whole, bytes, at, length)) {
        const end = pieceEnd(whole, bytes, at, length);
        expect([UNDECIDED, end]).toContain(asciiPieceEnd(bytes, view, at));
      }
    }),
  );
});

test("ASCII decides everything but the last piece and the white space at the end of an ASCII text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii", minLength: 1 }), (text) => {
      const { bytes, view, length } = paddedUtf8(text);
      const starts = [0, ...endsBy(whole, text)].filter((at) => at < length);
      const undecided = starts.filter((at) => asciiPieceEnd(bytes, view, at) === UNDECIDED);
      // White space at the end is two pieces when something follows its last line end.
      const end = Math.min(text.trimEnd().length, ...starts.slice(-1));
      expect(undecided.filter((at) => at < end)).toEqual([]);
    }),
    { examples: [["\n\t"], ["a\n "]] },
  );
});
