import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, test } from "vitest";
import { endOfPieces, tokensBetween } from "../../src/text/token-scan.ts";
import {
  backgroundRarity,
  caselessRarity,
  countTokens,
  lowestRank,
  NO_RANK,
  scanTokens,
  tokensBelow,
} from "../../src/text/tokens.ts";
import { anyText, longRun, runsByName } from "../assembly/tokens/pieces.ts";

const reference = new Tiktoken(o200k);

/** The published implementation. Special tokens are ordinary text. */
function referenceCount(text: string): number {
  return reference.encode(text, [], []).length;
}

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

test.each([
  ["with a capital, of a word that is a token in small letters, too", ["october"], " October"],
  ["with a capital only", ["istanbul"], " Istanbul"],
  ["without a blank, if no token has one", ["apis"], "apis"],
  ["without a blank and with a capital", ["autowired"], "Autowired"],
  ["with a blank before those without", ["apis", "istanbul"], " Istanbul"],
  ["of two writings", ["über", "Über"], " über"],
  ["of no word", [""], " "],
])("the lowest rank is that of the token %s", (_case, words, token) => {
  expect(reference.encode(token)).toEqual([lowestRank(...words)]);
});

test("a word that is not a token has no rank", () => {
  expect(lowestRank("zqxj")).toBe(NO_RANK);
});

// The published encoder is quadratic, and encodes these lengths within milliseconds.
test("a long run counts as in the published encoder", () => {
  fc.assert(
    fc.property(longRun(200), (text) => {
      expect(countTokens(text)).toBe(referenceCount(text));
    }),
    { numRuns: 300 },
  );
});

test("a text longer than the shared buffers counts as its lines do", () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `${at} 中国 ${at * 7919} the end\n`);
  const total = lines.reduce((sum, line) => sum + countTokens(line), 0);
  const scan = scanTokens(lines.join(""));
  expect(scan.total).toBe(total);
  expect(endOfPieces(scan, scan.pieces)).toBe(lines.join("").length);
});

test.each(runsByName)("%s in one giant piece can be cancelled without effect on later texts", (_case, textOf) => {
  // The counter collects the longer pieces before it.
  const text = `administrator configuration ${textOf(1_000_000)}`;
  const total = countTokens(text);
  let asked = 0;
  expect(countTokens(text, () => asked++)).toBe(total);
  expect(asked).toBeGreaterThan(16);
  for (const last of [1, 2, asked - 1]) {
    let left = last;
    const leave = () => {
      left -= 1;
      if (left === 0) throw new Error("left");
    };
    expect(() => countTokens(text, leave)).toThrow("left");
    expect(countTokens("administrator configuration")).toBe(referenceCount("administrator configuration"));
  }
  expect(scanTokens(text).total).toBe(total);
});

test("tokensBelow returns the same count, or null from the bound on", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, bound) => {
      const count = countTokens(text);
      expect(tokensBelow(text, bound)).toBe(count < bound ? count : null);
    }),
    { numRuns: 500 },
  );
});

test("counting stops at the bound", () => {
  const long = "one two ".repeat(100_000);
  let [all, some] = [0, 0];
  countTokens(long, () => all++);
  expect(tokensBelow(long, 100, () => some++)).toBe(null);
  expect(some).toBeLessThan(all - 20);
  expect(tokensBelow(long, 300_000)).toBe(countTokens(long));
});

test("a scan has the total count, and its last piece ends the text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const scan = scanTokens(text);
      expect(scan.total).toBe(countTokens(text));
      expect(tokensBetween(scan, 0, text.length)).toBe(scan.total);
    }),
  );
});

test("tokensBetween the ends of pieces is the count of that text alone", () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
      const scan = scanTokens(text);
      const borders = Array.from({ length: scan.pieces + 1 }, (_, pieces) => endOfPieces(scan, pieces));
      const offsets = [borders[one % borders.length] ?? 0, borders[other % borders.length] ?? 0];
      const [start = 0, end = 0] = offsets.toSorted((a, b) => a - b);
      const alone = countTokens(text.slice(start, end));
      const between = tokensBetween(scan, start, end);
      // White space may form one piece if nothing follows it.
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

describe("backgroundRarity", () => {
  test.each([
    ["name", "director"],
    ["director", "treaty"],
    ["number", "comedy"],
    ["year", "drought"],
    ["find", "superuser"],
    ["viele", "längstmöglich"],
  ])("%s is more common than %s", (usual, unusual) => {
    expect(backgroundRarity(usual)).toBeLessThan(backgroundRarity(unusual));
  });
  test("runs from 0 to 1", () => {
    expect(backgroundRarity("the")).toBe(0);
    expect(backgroundRarity("zgq81kx")).toBe(1);
    expect(backgroundRarity("\ud800")).toBeLessThanOrEqual(1);
  });
  test("ignores case", () => {
    expect(backgroundRarity("OLYMPICS")).toBe(backgroundRarity("olympics"));
  });
  test.each(["中国", "国", "の", "ประ", "한국", "龘龘"])("gives the same rarity for %s, which has no case", (word) => {
    expect(caselessRarity(word)).toBe(backgroundRarity(word));
  });
  test("a word that is a part of common words is not common itself", () => {
    expect(backgroundRarity("age")).toBeGreaterThan(backgroundRarity("year"));
  });
});
