// The terms of a task: words that occur twice, and words from outside its prompt.
import { describe, expect, test } from "vitest";
import { readQuery, writtenAt } from "../../../src/engine/index/query.ts";
import { askerTurns, isOfOthers } from "../../../src/engine/index/query-words.ts";
import { createVocabulary } from "../../../src/text/vocabulary.ts";
import { task } from "../request.ts";

const weights = { prompt: 1, keywords: 3, tags: 0.5, toolName: 0 };

/** The task's terms: the word of each, its weight, and whether it is in an entity and addresses the assistant. */
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
  test("is kept in its first spelling and with its first entity", () => {
    expect(stated('Ferries "north quay", ferry north')).toEqual([
      ["Ferries", 1, false, false],
      ["north", 1, true, false],
      ["quay", 1, true, false],
    ]);
  });

  test("is kept once for each part of an identifier", () => {
    expect(stated("open ferryPort").map(([word]) => word)).toEqual(["open", "ferryPort", "ferryPort", "ferryPort"]);
  });

  test("takes the larger of two weights, and is not a request word if it is a keyword", () => {
    expect(stated("explain ferry", { keywords: ["explain", "late ferry"], tags: ["ferry", "quay"] })).toEqual([
      ["explain", 3, false, false],
      ["ferry", 3, false, false],
      ["late ferry", 3, false, false],
      ["quay", 0.5, false, false],
    ]);
    expect(stated("Explain ferry")[0]).toEqual(["Explain", 1, false, true]);
  });

  test.each([
    ["ferries on 2024/10/12", [1, 1 / 3, 1 / 3, 1 / 3]],
    ["ferry at 10:45", [1, 1 / 2, 1 / 2]],
    ["version 1.6.0, build 6", [1, 1 / 3, 1, 1 / 3, 1]],
    ["2024 or 10, 12", [1, 1, 1]],
  ])("that is part of a number shares the weight of one word, unless it also stands alone: %s", (prompt, expected) => {
    expect(stated(prompt).map(([, weight]) => weight)).toEqual(expected);
  });

  test("is left out if its place has weight 0", () => {
    expect(stated("ferry", { toolName: "quay" }).map(([word]) => word)).toEqual(["ferry"]);
  });

  test.each([
    ["What was the change in Other from 2018?", ["change", "Other", "2018"]],
    ["How much did US sales of IT grow?", ["US", "sales", "IT", "grow"]],
    ['Which page has the button "Not now"?', ["page", "button", "Not", "now"]],
    // A capital opens the sentence, belongs to a longer name or the pronoun, or only emphasises.
    ["Other sales? Other costs? (ferries) Which sink?", ["sales", "costs", "ferries", "sink"]],
    ["Did Still Waters sing The Who?", ["Waters", "sing"]],
    ["Should I do it if I'm NOT asked?", ["asked"]],
    ["Können Sie mir die Fähre nennen?", ["Fähre", "nennen"]],
    ['Who wrote "the ferry"?', ["wrote", "ferry"]],
    ["Which ferry is late, and who is its captain?", ["ferry", "late", "captain"]],
  ])("that is a stop word is kept only as a name: %s", (prompt, words) => {
    expect(stated(prompt).map(([word]) => word)).toEqual(words);
  });

  test("is distinguished from any number of others", () => {
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

describe("the words of a prompt without spaces", () => {
  test.each([
    ["its pairs", "港口报告", ["港口", "口报", "报告"]],
    ["no stop words between others", "港口这是报告", ["港口", "口这", "是报", "报告"]],
    ["no stop words at its beginning", "这是报告", ["是报", "报告"]],
    ["no stop words at its end", "报告这是", ["报告", "告这"]],
    ["a single letter that is not a stop word", "港", ["港"]],
    ["nothing if all are stop words", "这是", []],
  ])("%s", (_, prompt, words) => {
    expect(wordsAsked(prompt)).toEqual(words);
  });
});

describe("in a conversation", () => {
  const prompt = "user: kiln glaze\nassistant: glaze shelf\nuser: kiln\nassistant: shelf oxide";

  test("the asker's turns are what the asker says, without the role", () => {
    const { prompt: words } = readQuery(task(prompt), createVocabulary(), equalWeights);
    expect(askerTurns(words)).toEqual(["kiln glaze", "kiln"]);
  });

  test("any other prompt is one text of the asker", () => {
    const { prompt: words } = readQuery(task("kiln, glaze"), createVocabulary(), equalWeights);
    expect(askerTurns(words)).toEqual(["kiln, glaze"]);
  });

  test("a term counts as said by others only if the asker never says it", () => {
    const vocabulary = createVocabulary();
    const query = readQuery(task(prompt), vocabulary, equalWeights);
    const ofOthers = Array.from(query.terms, (_, slot) => slot).filter((slot) =>
      isOfOthers(query.prompt, query.lastWords[slot] ?? 0),
    );
    expect(ofOthers.map((slot) => writtenAt(query, slot, vocabulary))).toEqual(["shelf", "oxide"]);
  });
});
