// What is kept of a word that a task states twice, and of one that it states beside its prompt.
import { describe, expect, test } from "vitest";
import { readQuery, writtenAt } from "../../../src/engine/index/query.ts";
import { createVocabulary } from "../../../src/text/vocabulary.ts";
import { task } from "../request.ts";

const weights = { prompt: 1, keywords: 3, tags: 0.5, toolName: 0 };

/** The task's terms: the word of each, its weight, and whether it lies in an entity and addresses the assistant. */
function stated(...[prompt, fields]: Parameters<typeof task>) {
  const vocabulary = createVocabulary();
  const query = readQuery(task(prompt, fields), vocabulary, weights);
  return Array.from(query.terms, (_, slot) => [
    writtenAt(query, slot, vocabulary),
    query.weights[slot],
    query.inEntity[slot] === 1,
    query.isRequest[slot] === 1,
  ]);
}

describe("a word of a task", () => {
  test("is kept as it is first written, with the entity it first lies in", () => {
    expect(stated('Ferries "north quay", ferry north')).toEqual([
      ["Ferries", 1, false, false],
      ["north", 1, true, false],
      ["quay", 1, true, false],
    ]);
  });

  test("stands for each part of an identifier", () => {
    expect(stated("open ferryPort").map(([word]) => word)).toEqual(["open", "ferryPort", "ferryPort", "ferryPort"]);
  });

  test("has the larger weight of two, and asks for nothing of the assistant where that is a keyword's", () => {
    expect(stated("explain ferry", { keywords: ["explain", "late ferry"], tags: ["ferry", "quay"] })).toEqual([
      ["explain", 3, false, false],
      ["ferry", 3, false, false],
      ["late ferry", 3, false, false],
      ["quay", 0.5, false, false],
    ]);
    expect(stated("Explain ferry")[0]).toEqual(["Explain", 1, false, true]);
  });

  test("is none where its place weighs nothing", () => {
    expect(stated("ferry", { toolName: "quay" }).map(([word]) => word)).toEqual(["ferry"]);
  });

  test("is told apart however many there are", () => {
    const words = Array.from({ length: 5_000 }, (_, at) => `w${at}x`);
    expect(stated([...words, ...words].join(" ")).map(([word]) => word)).toEqual(words);
  });
});

const equalWeights = { prompt: 1, keywords: 1, tags: 1, toolName: 1 };

function wordsAsked(prompt: string): readonly string[] {
  const vocabulary = createVocabulary();
  const query = readQuery(task(prompt), vocabulary, equalWeights);
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
