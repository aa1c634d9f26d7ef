import { describe, expect, test } from "vitest";
import { fit as fitToBudget } from "../../src/engine/fit.ts";
import type { ScoredRecord, Stage } from "../../src/engine/model.ts";
import { rankUnits } from "../../src/engine/rank.ts";
import { plainStage } from "../../src/engine/select.ts";
import { unchecked } from "../../src/text/checkpoint.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { linesRecord, scoredRecord, settings } from "./scored-record.ts";

const within = (records: readonly ScoredRecord[], maxTokens: number, stage = plainStage) =>
  fitToBudget(rankUnits(records, settings), { maxTokens, maxRecords: null, renderFormat: "plain" }, settings, stage);

describe("the budget holds whatever the texts are", () => {
  const hostile: readonly (readonly [string, string])[] = [
    ["one long run", "a".repeat(9000)],
    ["a giant line of words", "word ".repeat(4000)],
    ["pictures", "👩‍👩‍👧‍👦🏳️‍🌈".repeat(300)],
    ["lone surrogates", "\ud83d\ude00\ud83d ".repeat(700)],
    ["combining marks", "e\u0301\u0323".repeat(1500)],
    ["white space", "\t \n".repeat(2000).concat("x")],
    ["text that looks like marks", "...[3 lines omitted]\n".repeat(300)],
    ["special tokens", "<|endoftext|>".repeat(400)],
  ];
  test.each(hostile)("%s", async (_, text) => {
    const record = scoredRecord({ units: text.split(/(?<=\n)/).map((unit) => ({ text: unit, score: 1 })) });
    for (const maxTokens of [0, 1, 2, 7, 16, 33, 64, 200]) {
      const { rendered, renderedTokens, excerpts } = await within([record], maxTokens);
      expect(countTokens(rendered())).toBe(renderedTokens);
      expect(renderedTokens).toBeLessThanOrEqual(maxTokens);
      expect(excerpts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(maxTokens);
    }
  });
});

test("a budget is used to 97 % when there is content to fill it", async () => {
  const scores = Object.fromEntries(Array.from({ length: 400 }, (_, line) => [line, 1 + ((line * 37) % 101)]));
  for (const maxTokens of [600, 1000, 3000]) {
    const { renderedTokens } = await within(
      [linesRecord(400, scores), linesRecord(400, {}, { position: 1 })],
      maxTokens,
    );
    expect(renderedTokens).toBeGreaterThanOrEqual(0.97 * maxTokens);
  }
});

test("what is worth nothing is left out, whatever room there is", async () => {
  const { excerpts } = await within([linesRecord(5, { 1: 1 }), linesRecord(5, {}, { position: 1 })], 10_000);
  expect(excerpts.map(({ record, omittedTokens }) => [record.position, omittedTokens])).toEqual([[0, 0]]);
});

test("a file read twice is sent once, as it was read last", async () => {
  const read = linesRecord(8, { 1: 1 });
  const { excerpts } = await within([read, { ...read, position: 1 }], 10_000);
  expect(excerpts.map(({ record }) => record.position)).toEqual([1]);
});

test("runs its three stages once each, in order, and reports counts only", async () => {
  const facts: unknown[] = [];
  await within([linesRecord(200, { 1: 5, 80: 4, 120: 3 })], 100, async (name, work, report) => {
    const result = work(unchecked);
    facts.push([name, Object.values(report?.(result) ?? {}).map((fact) => typeof fact)]);
    return result;
  });
  expect(facts).toEqual([
    ["pack", ["number", "number"]],
    ["excerpt", ["number"]],
    ["render", ["number"]],
  ]);
});

test("a stage that throws is not swallowed", async () => {
  const failing: Stage = async (name, work) => {
    if (name === "render") throw new RangeError("injected");
    return work(unchecked);
  };
  await expect(within([linesRecord(9, { 1: 1 })], 50, failing)).rejects.toThrow("injected");
});
