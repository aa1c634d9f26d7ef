import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { countTokens, scanTokens, tokensBetween } from "../../src/text/tokens.ts";

const reference = new Tiktoken(o200k);

/** The published implementation, told to read the texts of special tokens as ordinary text. */
function referenceCount(text: string): number {
  return reference.encode(text, [], []).length;
}

/** One of each set of the split pattern, its literals, and what sits on the borders between them. */
const FRAGMENTS = [
  ..."aestREALLz'019½Ⅷ!-./_\\\n\r\t\v  \u00a0\u0085\u2028\u200b\ufeff\0",
  ..."éÉßǅʰªºΣσςЖжաქअा्ไทย์中国のース한글א",
  ..."\u0300\u0301\ufe0f\u20e3\u200d😀👍🏽𝟘𝐀𝐚𓀀🇩🇪\u{e0100}\u{10ffff}",
  "\ud800",
  "\udfff",
  "'s",
  "'LL",
  "'Ve",
  "the",
  " The",
  "def",
  "  ",
  "\r\n",
  "\n\n",
  "://",
  "<|endoftext|>",
  "<|endofprompt|>",
];

const anyText = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 24 }),
  fc.string({ unit: "grapheme", maxLength: 24 }),
  fc.array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 16 }).map((units) => String.fromCharCode(...units)),
);

test.each([
  ["nothing", ""],
  ["a sentence", "The quick brown fox doesn't jump over 1234567 lazy dogs."],
  ["an apostrophe in either case", "we'll WE'LL we'Ll don'T he'Dx 's '' I'm"],
  ["a lone modifier before capitals", "ªABC ʰAB中CD中EF"],
  ["marks first, last, alone", "\u0301A \u0301\u0301!\u0301 !\u0301ab \u0301"],
  ["numbers in threes", "1 12 123 1234 1234567 ½½½½ 𝟘𝟘𝟘𝟘"],
  ["blanks before a word, a symbol, a number", "a   b   !   1 \t\t! \t1  "],
  ["line ends after symbols and blanks", "x;\r\n\r\n/ // \n  \n\t\n y\u2028z"],
  ["special tokens", "<|endoftext|><|endofprompt|> <|im_start|>"],
  ["lone surrogates", "\ud83d \ude00 a\ud83db \ude00\ud83d"],
  ["scripts", "中文分词测试。日本語のテキスト한국어 텍스트ภาษาไทยहिन्दी"],
  ["emoji sequences", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽❤️"],
])("%s counts as in the published encoder", (_case, text) => {
  expect(countTokens(text)).toBe(referenceCount(text));
});

test("any text counts as in the published encoder", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(countTokens(text)).toBe(referenceCount(text));
    }),
    { numRuns: 3_000 },
  );
});

test("a scan has the total, and ends where the text ends", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const scan = scanTokens(text);
      expect(scan.total).toBe(countTokens(text));
      expect(tokensBetween(scan, 0, text.length)).toBe(scan.total);
    }),
  );
});

test("between two pieces the count is that of the text alone", () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
      const scan = scanTokens(text);
      const borders = [0, ...scan.pieceEnds];
      const offsets = [borders[one % borders.length] ?? 0, borders[other % borders.length] ?? 0];
      const [start = 0, end = 0] = offsets.toSorted((a, b) => a - b);
      const alone = countTokens(text.slice(start, end));
      const between = tokensBetween(scan, start, end);
      // White space that loses what follows it may come together into one piece.
      const slack = /\s\s$/u.test(text.slice(start, end)) ? 1 : 0;
      expect(between).toBeGreaterThanOrEqual(alone);
      expect(between).toBeLessThanOrEqual(alone + slack);
    }),
  );
});

test("ranges are additive and monotone at any offset", () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
      const scan = scanTokens(text);
      const offsets = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b);
      const [start = 0, end = 0] = offsets;
      const parts = [
        tokensBetween(scan, 0, start),
        tokensBetween(scan, start, end),
        tokensBetween(scan, end, text.length),
      ];
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      expect(parts.reduce((sum, part) => sum + part)).toBe(scan.total);
    }),
  );
});
