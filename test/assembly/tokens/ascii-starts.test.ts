// The pieces of a window of text, all cut at once, against the published pattern.
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "./parts.ts";
import { anyText, regexEnds } from "./pieces.ts";

const { exports, put } = buildParts();
/** What lies two bytes before the end of a window is decided. */
const DECIDED = 61;

/** Offsets of the pieces that start behind the first of a text, as the window that starts with it has them. */
function startsOf(text: string): readonly number[] {
  const set = exports.asciiStarts(put(text).start);
  return Array.from({ length: 64 }, (_, at) => at).filter((at) => ((set >> BigInt(at)) & 1n) === 1n);
}

/** What the rules of the pattern tell apart in ASCII, and enough of each for it to reach across a window. */
const ascii = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ..."aeZ'9!./( \t\n\r\0",
        "the",
        " The",
        "it's",
        "'LL",
        "'s't",
        "  ",
        "\n\n",
        "\r\n",
        ";\n//",
        "IDs",
      ),
      fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 70 })),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(""));

const mixed = fc.tuple(ascii, anyText, ascii).map((parts) => parts.join(""));

test.each([
  ["ASCII", ascii],
  ["any text", mixed],
])("a piece starts in %s where the pattern starts one, up to the last start that is decided", (_kind, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const starts = startsOf(text);
      const last = starts.at(-1) ?? 0;
      expect(starts).toEqual(regexEnds(text).filter((end) => end <= last));
    }),
    { numRuns: 5_000 },
  );
});

test("nothing is left undecided but what white space or a character beyond ASCII has a say in", () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const followed = `${text}${".a".repeat(32)}`;
      const window = followed.slice(0, 64).trimEnd().length;
      const decided = regexEnds(followed).filter((end) => end <= Math.min(DECIDED, window - 3));
      expect(startsOf(followed)).toEqual(expect.arrayContaining(decided));
    }),
    { numRuns: 2_000 },
  );
});

test("a contraction at the end of a window is not taken for two pieces", () => {
  const texts = Array.from({ length: 12 }, (_, at) => `a ${"b".repeat(50 + at)}'rec.c.c.c.c.c.c.c`);
  expect(texts.map(startsOf)).toEqual(texts.map((text) => regexEnds(text).filter((end) => end <= DECIDED)));
});
