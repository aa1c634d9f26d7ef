import { describe, expect, test } from "vitest";
import type { Task } from "../../../src/engine/model.ts";
import { analysed, record, task } from "../request.ts";

test.each([
  ["When does it leave?", ["when"], false, false],
  ["How many ferries leave, compared with winter?", ["how_many"], true, false],
  ["List all of who, in the end, was where", ["who", "where"], false, true],
  ["how, \n much of it changed", ["how_many"], false, false],
  ["Describe it, somewhere", [], false, false],
])("the kind and the form of the answer to: %s", (prompt, ...expected) => {
  const { answerKinds, comparison, enumeration } = analysed([record("It leaves at noon.")], prompt).needs();
  expect([answerKinds, comparison, enumeration]).toEqual(expected);
});

const manyWords = Array.from({ length: 31 }, (_, at) => `thing${at}`).join(" ");

test.each([
  [1, "When does it leave?"],
  [2, "List the ferries"],
  [3, "List how they differ, compared with winter"],
  [2, manyWords],
  [2, "When does it leave now?"],
  [2, "Since when has it left from there?"],
  [1, "Current date: 2 May. When does it leave?"],
  [2, `${manyWords} now`],
])("%d pieces are needed for: %s", (pieces, prompt) => {
  expect(analysed([record("It leaves at noon.")], prompt).needs().pieces).toBe(pieces);
});

const records = [record("Mia Garcia paid 14.80 euros for order W5490111.")];

/** The kind and text of each, and the forms of its terms. */
function evidenceTermsOf(asked: Task): readonly string[] {
  const { corpus, needs } = analysed(records, asked);
  const { count, kindOf, textOf, terms, termsFrom } = needs().evidenceTerms;
  return Array.from({ length: count }, (_, number) => {
    const own = terms.subarray(termsFrom[number], termsFrom[number + 1]);
    return `${kindOf(number)}:${textOf(number)}:${Array.from(own, corpus.vocabulary.form)}`;
  });
}

describe("evidence terms", () => {
  test.each([
    ["a name, an id", "What did Mia pay for W5490111?", ["entity:Mia:mia", "id:W5490111:w5490111", "word:pay:pai"]],
    ["a quotation", 'Find "sourdough starter"', ["quote:sourdough starter:sourdough,starter"]],
    ["a number", "who paid 14.80", ["number:14.80:14,80", "word:paid:paid"]],
    ["a script without spaces", "邮件服务", ["word:邮件:邮件", "word:件服:件服", "word:服务:服务"]],
  ])("%s", (_, prompt, expected) => {
    expect(evidenceTermsOf(task(prompt))).toEqual(expected);
  });

  test("occur once each, in order: entities, keywords, words", () => {
    const asked = task("what did mia pay, and what did Mia load", {
      keywords: ["MIA", "Paganini"],
      tags: ["load-bearing"],
    });
    expect(evidenceTermsOf(asked)).toEqual([
      "entity:Mia:mia",
      "keyword:Paganini:paganini",
      "word:pay:pai",
      "word:load:load",
      "word:load-bearing:bear",
    ]);
  });

  test("occur once each in a script without spaces too", () => {
    const asked = task("邮件服务，邮件服务 \u201c件服\u201d", { keywords: ["服务"], tags: ["邮件", "服务器"] });
    expect(evidenceTermsOf(asked)).toEqual([
      "quote:件服:件服",
      "keyword:服务:服务",
      "word:邮件:邮件",
      "word:服务器:务器",
    ]);
  });
});
