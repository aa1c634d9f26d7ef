// Texts for the tests of the token counter: characters that the split pattern distinguishes, and runs that it does not
// cut.
import fc from "fast-check";
import o200k from "js-tiktoken/ranks/o200k_base";

/** One of each set of the split pattern, its literals, and characters on the borders between the sets. */
const FRAGMENTS = [
  ..."aestREALLz'019½Ⅷ!-./_\\\n\r\t\v  \u00a0\u0085\u2028\u200b\ufeff\0",
  ..."éÉßǅʰªºΣσςЖжաქအा्ไทย์中国のース한글א",
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

/** Short texts of any characters, lone surrogates included. */
export const anyText = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 24 }),
  fc.string({ unit: "grapheme", maxLength: 24 }),
  fc.array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 16 }).map((units) => String.fromCharCode(...units)),
);

const ALPHABETS = [
  "a",
  "ab",
  "etaoin",
  "abcdefghijklmnopqrstuvwxyz",
  " ",
  " \t",
  "\r\n",
  "-=_#*",
  "\u0300\u0301e",
  "😀👍🏽\u200d",
  "のがはをに",
  "中国人民的",
  "ไทยก",
] as const;

/** Texts that repeat words of one small alphabet, so that pieces are long and their tokens overlap in many ways. */
export const longRun = (maxLength: number) =>
  fc
    .tuple(
      fc.constantFrom(...ALPHABETS),
      fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
    )
    .chain(([alphabet, words]) => {
      const letters = [...alphabet];
      const spelled = words.map((word) => word.map((draw) => letters[draw % letters.length]).join(""));
      return fc
        .array(fc.constantFrom(...spelled, ...letters), { minLength: 1, maxLength })
        .map((parts) => parts.join("").slice(0, maxLength));
    });

/** Ends of the pieces in bytes of UTF-8, as the published pattern cuts them. */
export function regexEnds(text: string): readonly number[] {
  let bytes = 0;
  return Array.from(text.matchAll(new RegExp(o200k.pat_str, "gu")), ([piece]) => {
    bytes += Buffer.byteLength(piece);
    return bytes;
  });
}

/** Runs that the split pattern does not cut, by name. Each makes a text of exactly the given number of ASCII bytes. */
export const runsByName: readonly (readonly [string, (size: number) => string])[] = [
  ["one letter", random("a")],
  ["two letters", random("ab")],
  ["random letters", random("abcdefghijklmnopqrstuvwxyz")],
  ["spaces", random(" ")],
  ["tabs and spaces", random("\t ")],
  ["line ends", random("\r\n")],
  ["punctuation", random("!#$%&*+-./:<=>?@^_~")],
  ["dashes", random("-")],
  ["equals signs", random("=")],
];

function random(alphabet: string): (size: number) => string {
  return (size) => {
    let state = 1;
    let text = "";
    while (text.length < size) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += alphabet[(state >>> 8) % alphabet.length];
    }
    return text;
  };
}
