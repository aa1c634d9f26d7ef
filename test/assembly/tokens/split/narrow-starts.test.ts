// Compares the pieces of a window of text, all cut at once, with the published pattern.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";
import { anyText, regexEnds } from "../pieces.ts";

const { exports, put } = buildParts();
/** Bytes up to two before the end of a window are decided. */
const DECIDED = 61;

/** Offsets of the pieces after the first one of a text, according to the window that starts with it. */
function startsOf(text: string): readonly number[] {
  const set = exports.narrowStarts(put(text).start);
  return Array.from({ length: 64 }, (_, at) => at).filter((at) => ((set >> BigInt(at)) & 1n) === 1n);
}

/** Texts of these parts, with enough of each to reach across a window. */
function textsOf(parts: readonly string[]): fc.Arbitrary<string> {
  const times = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 70 }));
  return fc
    .array(fc.tuple(fc.constantFrom(...parts), times), { maxLength: 40 })
    .map((drawn) => drawn.map(([part, often]) => part.repeat(often)).join(""));
}

/** Characters that the rules of the pattern distinguish in ASCII. */
const inAscii = [
  ..."aeZ'9!./( \t\n\r\0",
  ...["the", " The", "it's", "'LL", "'s't", "  ", "\n\n", "\r\n", ";\n//", "IDs"],
];
/** Two-byte letters with case and without, and other two-byte characters. */
const cased = [..."éÉßÿſƀΣςЖяёҐաǅ", "été", " Ёлка", "İd"];
const caseless = [..."ابאʰªº", " כל", "،", "«", "×", "٣", "\u0301", "\u064b", "\u00a0", "\u0085", "²"];

const ascii = textsOf(inAscii);
const narrow = textsOf([...inAscii, ...cased]);
const anyNarrow = textsOf([...inAscii, ...cased, ...caseless]);

const mixed = fc.tuple(narrow, anyText, narrow).map((parts) => parts.join(""));

test.each([
  ["ASCII", ascii],
  ["letters of two bytes", narrow],
  ["anything of two bytes", anyNarrow],
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

test("only white space and characters that are not letters remain undecided", () => {
  fc.assert(
    fc.property(narrow, (text) => {
      const followed = `${text}${".a".repeat(32)}`;
      const window = Buffer.from(followed)
        .toString("latin1")
        .slice(0, 64)
        .replace(/[ \t-\r]+$/, "").length;
      const decided = regexEnds(followed).filter((end) => end <= Math.min(DECIDED, window - 3));
      expect(startsOf(followed)).toEqual(expect.arrayContaining(decided));
    }),
    { numRuns: 2_000 },
  );
});

test("a contraction at the end of a window is not split into two pieces", () => {
  const texts = Array.from({ length: 12 }, (_, at) => `a ${"b".repeat(50 + at)}'rec.c.c.c.c.c.c.c`);
  expect(texts.map(startsOf)).toEqual(texts.map((text) => regexEnds(text).filter((end) => end <= DECIDED)));
});

test("the example above the rules is correct", () => {
  const starts = ".....1...1.1..11..1.11...11...1..1.1...";
  const found = startsOf(`He'll pay $1234 in\n\n  May, fooBar(x)//\n${"a".repeat(64)}`);
  expect(found.filter((at) => at < starts.length)).toEqual([...starts.matchAll(/1/g)].map(({ index }) => index));
  const source = readFileSync(new URL("../../../../assembly/tokens/split/narrow-starts.ts", import.meta.url), "utf8");
  expect(source).toContain(starts);
});
