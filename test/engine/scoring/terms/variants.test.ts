// Words that are written almost alike are found, and looking for them costs no more than so many comparisons.
import { expect, test } from "vitest";
import { variantTerms } from "../../../../src/engine/scoring/terms/variants.ts";
import { analysed, point, record } from "../../request.ts";

/** Distinct words that begin alike, as hostile ones would: every one is compared with every other. */
function wordsInPlenty(count: number, last: string): string {
  const words = Array.from({ length: count }, (_, at) => {
    const letters = [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400)].map((n) =>
      "bcdfghjklmnpqrstvwxz".charAt(n),
    );
    return `co${last}${letters.join("q")}${last}`;
  });
  return words.join(" ");
}

const variantsOf = (prompt: string, text: string) => {
  const { corpus, query } = analysed([record(text)], prompt);
  const { terms } = variantTerms(corpus, query, point.score.variants);
  return Array.from(terms, (term) => corpus.vocabulary.form(term));
};

test("a word that the records spell otherwise is searched for as they spell it", () => {
  expect(variantsOf("Which colour?", "The color is red.")).toEqual(["color"]);
});

test.each([1_500, 400])("a task of %d words that begin alike is searched for as written from some word on", (words) => {
  const asked = wordsInPlenty(words, "k");
  const held = wordsInPlenty(words, "z");
  expect(variantsOf(`colour ${asked}`, `${held} color`)).toEqual(["color"]);
  expect(variantsOf(`${asked} colour`, `${held} color`)).toEqual([]);
});
