import { describe, expect, test } from "vitest";
import { readQuery } from "../../../src/engine/corpus/query.ts";
import { writtenAt } from "../../../src/engine/corpus/stated-terms.ts";
import { createVocabulary } from "../../../src/text/vocabulary.ts";
import { task } from "../request.ts";

const weights = { prompt: 1, keywords: 1, tags: 1, toolName: 1 };

function wordsAsked(prompt: string): readonly string[] {
  const vocabulary = createVocabulary();
  const query = readQuery(task(prompt), vocabulary, weights);
  return Array.from(query.terms, (_, slot) => writtenAt(query, slot, vocabulary));
}

describe("what a prompt without spaces asks for", () => {
  test.each([
    ["its pairs", "港口报告", ["港口", "口报", "报告"]],
    ["not those that say nothing, between others", "港口这是报告", ["港口", "口这", "是报", "报告"]],
    ["nor at its beginning", "这是报告", ["是报", "报告"]],
    ["nor at its end", "报告这是", ["报告", "告这"]],
    ["a single letter that says something", "港", ["港"]],
    ["nothing where nothing is said", "这是", []],
  ])("%s", (_, prompt, words) => {
    expect(wordsAsked(prompt)).toEqual(words);
  });
});
