// Compares Porter's stemmer, which works on bytes in place, with a package that uses regular expressions.
import fc from "fast-check";
import { stemmer } from "stemmer";
import { expect, test } from "vitest";
import { createVocabulary } from "../../src/text/vocabulary.ts";

const ENDINGS =
  "s es sses ies ed eed ing at bl iz y ational tional enci anci izer bli alli entli eli ousli ization ation " +
  "ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance " +
  "ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize e ll ss nn yy";
const ending = fc.constantFrom("", ...ENDINGS.split(" "));
const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdglnstwxz"), maxLength: 8 });

test("stems any letters and endings as the package does", () => {
  const vocabulary = createVocabulary();
  fc.assert(
    fc.property(letters, ending, ending, ending, (start, first, second, third) => {
      const word = start + first + second + third;
      const [term = -1] = vocabulary.termsOf(word, false);
      expect(vocabulary.form(term)).toBe(word.length < 3 ? word : stemmer(word));
    }),
    { numRuns: 20_000 },
  );
});
