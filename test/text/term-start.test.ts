// What is read off the first two letters of a term is what the term itself says.
import { expect, test } from "vitest";
import { createLexicon } from "../../src/text/lexicon.ts";
import { isSingle, shortForm, startsWithDigit } from "../../src/text/term-start.ts";

test.each(["x", "7", "77", "7x", "x7", "harbour", "東", "東京"])("%s", (word) => {
  const lexicon = createLexicon(word.length);
  lexicon.read(word, 0, word.length);
  const term = lexicon.take().at(0) ?? -1;
  const form = lexicon.form(term);
  const start = lexicon.starts()[term] ?? -1;
  expect(isSingle(start)).toBe(form.length === 1);
  expect(startsWithDigit(start)).toBe(/^\d/.test(form));
  expect(shortForm(start)).toBe(form.slice(0, 2));
  lexicon.close();
});
