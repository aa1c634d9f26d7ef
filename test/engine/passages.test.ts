// One tool result with many passages: each has its own score, and the echoed question does not count.
import { describe, expect, test } from "vitest";
import { analysed, record, scored } from "./request.ts";

const FILLER = "It is kept by the town and open to visitors from the first week of spring to the last of autumn. ";
const passage = (title: string, about: string) => ({ title, text: `${about} ${FILLER.repeat(3)}Nobody pays for it.` });
const RESULTS = [
  passage("Quay", "The eastern quay was built of granite."),
  passage("Lighthouse", "The lighthouse of Norrholm was lit by whale oil."),
  passage("Mill", "The mill grinds oats and barley."),
  passage("Market", "The market sells herring and rope."),
];
const QUESTION = "Which oil was burnt in the lighthouse of Norrholm?";
const result = (value: unknown) => record(JSON.stringify(value), { kind: "tool_result" });
const unitsOf = (value: unknown, prompt = QUESTION) => {
  const [only] = scored([result(value)], prompt);
  return (only?.units ?? []).map((unit, at) => ({
    ...unit,
    text: only?.source.text.slice(unit.start, unit.end) ?? "",
    score: only?.unitScores[at] ?? 0,
  }));
};

describe("passages in one result", () => {
  test("each element of a list of long texts is a passage with its own blocks", () => {
    const units = unitsOf({ took: 3, results: RESULTS });
    const opening = units.filter(({ text }) => /"title":"/.test(text)).map(({ passage: at }) => at);
    expect(new Set(opening).size).toBe(RESULTS.length);
    const firsts = units.filter(({ passage }, at) => at > 0 && units[at - 1]?.passage !== passage);
    expect(firsts.length).toBeGreaterThan(RESULTS.length - 2);
    expect(firsts.map(({ block }) => block)).toEqual(
      firsts.map((unit) => (units[units.indexOf(unit) - 1]?.block ?? 0) + 1),
    );
  });
  test("rows, and elements that are long because of many fields, are not passages", () => {
    const row = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field_${n}`, `value ${n}`]));
    for (const value of [Array.from({ length: 9 }, () => row), Array.from({ length: 40 }, (_, id) => ({ id }))]) {
      expect(new Set(unitsOf(value).map(({ passage: at }) => at))).toEqual(new Set([0]));
    }
  });
  test("a match raises only the units of its own passage", () => {
    const units = unitsOf({ results: RESULTS });
    const home = units.find(({ text }) => text.includes("whale oil"))?.passage;
    const of = (isHome: boolean) =>
      units.filter(({ passage: at }) => (at === home) === isHome).map(({ score }) => score);
    expect(Math.min(...of(true))).toBeGreaterThan(Math.max(...of(false)));
  });
});

describe("the echoed question", () => {
  const holdsNothing = (value: unknown, prompt: string) => {
    const { corpus } = analysed([result(value)], prompt);
    return corpus.unitFrom[0] === corpus.ownTo[0];
  };
  test.each([
    ["alone in its field", { query: QUESTION, results: RESULTS }, QUESTION],
    [
      "short, as questions in Chinese are",
      { query: "诺霍尔姆的灯塔用的是什么油", results: RESULTS },
      "诺霍尔姆的灯塔用的是什么油",
    ],
    [
      "with quotation marks in it",
      { query: 'Who sang "Norrholm" at the lighthouse?', results: RESULTS },
      'Who sang "Norrholm" at the lighthouse?',
    ],
  ])("%s, has no words", (_, value, prompt) => {
    expect(holdsNothing(value, prompt)).toBe(true);
  });
  test.each([
    ["a short prompt is found in its answer", { name: "herring", results: RESULTS }, "herring"],
    [
      "a field that says something else keeps its words",
      { query: "What is sold at the market?", results: RESULTS },
      QUESTION,
    ],
  ])("%s", (_, value, prompt) => {
    expect(holdsNothing(value, prompt)).toBe(false);
  });
});
