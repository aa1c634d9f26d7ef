// The lexicon reads words in one pass over typed arrays; here it is held against the same rules on strings.
import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "../../src/text/identifiers.ts";
import { intList, itemsOf } from "../../src/text/int-list.ts";
import { letterClass } from "../../src/text/letters.ts";
import { createLexicon } from "../../src/text/lexicon.ts";
import { stem } from "../../src/text/stem.ts";
import { eachWord } from "../../src/text/words.ts";

function formsOf(word: string): string[] {
  const ranges = intList(0);
  partsOf(
    Uint8Array.from({ length: word.length }, (_, at) => letterClass(word, at)),
    word.length,
    ranges,
  );
  const forms = [stem(word.toLowerCase())];
  const ends = [...itemsOf(ranges)];
  for (let at = 0; at < ends.length; at += 2) forms.push(stem(word.slice(ends[at], ends[at + 1]).toLowerCase()));
  return forms;
}

function expected(text: string): string[] {
  const forms: string[] = [];
  eachWord(text, 0, text.length, (start, end, unspaced) => {
    const word = text.slice(start, end);
    if (!unspaced) forms.push(...formsOf(word));
    else if (word.length === 1) forms.push(word);
    else for (let at = 0; at + 1 < word.length; at++) forms.push(word.slice(at, at + 2));
  });
  return forms;
}

const word = fc.oneof(
  fc.stringMatching(/^[A-Za-z_]{1,12}[0-9]{0,4}[A-Za-z]{0,6}$/),
  fc.constantFrom(
    "Straße",
    "İstanbul",
    "\u212aelvin",
    "ÉCOLE",
    "粮食产量",
    "𠮷野家",
    "𝒳y",
    "ไทย",
    "हिन्दी",
    "Ⅳ",
    "a\u0301b",
  ),
  fc.string({ unit: "binary", maxLength: 100 }),
);

test("terms have the forms that the rules give on strings, and one number each", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const text = words.join(" ");
      const lexicon = createLexicon();
      const terms: number[] = [];
      lexicon.eachTerm(text, 0, text.length, (term) => terms.push(term));
      expect(terms.map((term) => lexicon.form(term))).toEqual(expected(text));
      expect(lexicon.size()).toBe(new Set(expected(text)).size);
      expect(terms.every((term) => lexicon.unit(term, 0) === lexicon.form(term).charCodeAt(0))).toBe(true);
    }),
  );
});

test.each([0, 100_000])("words keep their terms while the tables grow from those for %i units", (length) => {
  const lexicon = createLexicon(length);
  const text = Array.from({ length: 5_000 }, (_, n) => `Stated${n}x walked${n} run_${n}`).join(" ");
  const read = () => {
    const terms = intList(0);
    lexicon.read(text, 0, text.length, terms);
    return [...itemsOf(terms)];
  };
  const terms = read();
  expect(terms.map((term) => lexicon.form(term))).toEqual(expected(text));
  expect(read()).toEqual(terms);
});
