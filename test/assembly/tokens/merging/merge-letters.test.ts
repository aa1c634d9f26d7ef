// Two-byte letters are merged from whole letters. Merging single bytes gives the expected result.
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";

const { countPieces, exports, put } = buildParts();

/** Tokens of each word, counted together, and by merging its bytes. */
function bothCounts(words: readonly string[]) {
  let { start } = put(words.join(""));
  const pieces = words.map((word): [number, number] => {
    const piece: [number, number] = [start, start + Buffer.byteLength(word)];
    [, start] = piece;
    return piece;
  });
  const merged = pieces.map(([from, to]) => exports.mergedLength(from, to));
  return { counted: countPieces(pieces), merged };
}

/** Letters of one script or of two with the same first bytes, and letters that the next first byte may merge with. */
const ALPHABETS = [
  "оОбвгдкмпнеияью",
  "абвгдежзийклмнопрстуфхцчшщъыьэюяѐёіїєўґәғқңөүһ",
  "АҲӘАӨҚоабв",
  "ابتثجحخدرسشعفقلمنهويىةءأإکگیپچ",
  "יוהאלמנרתשבדכםןա",
  "աեիոուրսնտմկլցյվ",
  "αιοςτηνρέάόίσμλκϊϋ",
  "éèàçñüößãåøæıłčšžőă¡²×",
] as const;

const word = fc
  .tuple(fc.constantFrom("", " "), fc.constantFrom(...ALPHABETS), fc.array(fc.nat(), { minLength: 1, maxLength: 33 }))
  .map(([before, alphabet, draws]) => before + draws.map((draw) => alphabet[draw % alphabet.length]).join(""));

test("words of two-byte letters have the same count as their merged bytes", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 300 }), (words) => {
      const { counted, merged } = bothCounts(words);
      expect(counted).toEqual(merged);
    }),
    { numRuns: 300 },
  );
});

/** Two-byte characters whose first bytes differ only in the lowest two bits. */
const BLOCKS = Array.from({ length: 8 }, (_, block) =>
  Array.from({ length: 256 }, (_each, low) => 256 * block + low).filter((point) => point >= 0x80),
);

test.each(["", " "])(
  "any two characters of two bytes after '%s' have the same count as their merged bytes",
  (before) => {
    const wrong: string[] = [];
    for (const block of BLOCKS) {
      for (let first = 0; first < block.length; first += 16) {
        const words = block
          .slice(first, first + 16)
          .flatMap((one) => block.map((other) => before + String.fromCharCode(one, other, one)));
        const { counted, merged } = bothCounts(words);
        wrong.push(...words.filter((_, at) => counted[at] !== merged[at]));
      }
    }
    expect(wrong).toEqual([]);
  },
);
