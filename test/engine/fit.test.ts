import { describe, expect, test } from "vitest";
import { excerpt, render } from "../../src/engine/excerpt.ts";
import { fit as fitToBudget, packToFit } from "../../src/engine/fit.ts";
import type { ScoredRecord, Stage } from "../../src/engine/model.ts";
import { type Packing, pack } from "../../src/engine/pack.ts";
import { rankUnits } from "../../src/engine/rank.ts";
import { plainStage } from "../../src/engine/select.ts";
import { unchecked } from "../../src/text/checkpoint.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { linesRecord, scoredRecord, settings } from "./scored-record.ts";

const within = (records: readonly ScoredRecord[], maxContextTokens: number, stage = plainStage) =>
  fitToBudget(
    rankUnits(records, settings),
    { maxContextTokens, maxRecords: null, renderFormat: "plain" },
    settings,
    stage,
  );

describe("never exceeds the budget", () => {
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
    for (const maxContextTokens of [0, 1, 2, 7, 16, 33, 64, 200]) {
      const { rendered, renderedTokens, excerpts } = await within([record], maxContextTokens);
      expect(countTokens(rendered())).toBe(renderedTokens);
      expect(renderedTokens).toBeLessThanOrEqual(maxContextTokens);
      expect(excerpts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(maxContextTokens);
    }
  });
});

test("a budget is used to 97 % when there is content to fill it", async () => {
  const scores = Object.fromEntries(Array.from({ length: 400 }, (_, line) => [line, 1 + ((line * 37) % 101)]));
  for (const maxContextTokens of [600, 1000, 3000]) {
    const { renderedTokens } = await within(
      [linesRecord(400, scores), linesRecord(400, {}, { position: 1 })],
      maxContextTokens,
    );
    expect(renderedTokens).toBeGreaterThanOrEqual(0.97 * maxContextTokens);
  }
});

test("a record that scores 0 is omitted, even if there is room", async () => {
  const { excerpts } = await within([linesRecord(5, { 1: 1 }), linesRecord(5, {}, { position: 1 })], 10_000);
  expect(excerpts.map(({ record, omittedTokens }) => [record.position, omittedTokens])).toEqual([[0, 0]]);
});

test("a text that arrives twice is sent once, in its first position", async () => {
  const read = linesRecord(8, { 1: 1 });
  const { excerpts } = await within([read, { ...read, position: 1 }], 10_000);
  expect(excerpts.map(({ record }) => record.position)).toEqual([0]);
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

test("an error in a stage reaches the caller", async () => {
  const failing: Stage = async (name, work) => {
    if (name === "render") throw new RangeError("injected");
    return work(unchecked);
  };
  await expect(within([linesRecord(9, { 1: 1 })], 50, failing)).rejects.toThrow("injected");
});

const budget = (maxContextTokens: number) => ({ maxContextTokens, maxRecords: null, renderFormat: "plain" }) as const;
const costOf = (packed: Packing["packed"]) => render(excerpt(packed, "plain")).renderedTokens;

test("corrects a packing whose estimate was too low", () => {
  const units = Array.from({ length: 60 }, (_, n) => ({ text: `x${n}y\n`, score: 60 - n }));
  const ranked = rankUnits([scoredRecord({ units })], settings);
  for (const maxContextTokens of [20, 40, 60, 80, 100]) {
    const cost = costOf(packToFit(ranked, budget(maxContextTokens), settings).packed);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThanOrEqual(maxContextTokens);
  }
});

test("uses the tokens that the first packing left over", () => {
  const scores = Object.fromEntries(Array.from({ length: 300 }, (_, line) => [line, 1 + ((line * 53) % 97)]));
  const ranked = rankUnits([linesRecord(300, scores)], settings);
  for (const maxContextTokens of [900, 1500, 3000]) {
    const first = costOf(pack(ranked, budget(maxContextTokens), settings).packed);
    const settled = costOf(packToFit(ranked, budget(maxContextTokens), settings).packed);
    expect(settled).toBeGreaterThanOrEqual(Math.min(first, maxContextTokens));
    expect(settled).toBeGreaterThanOrEqual(0.97 * maxContextTokens);
    expect(settled).toBeLessThanOrEqual(maxContextTokens);
  }
});

test("returns exactly the excerpts and the text of its packing", () => {
  const ranked = rankUnits([linesRecord(300, { 7: 3, 90: 2, 200: 1 })], settings);
  const { packed, selection } = packToFit(ranked, budget(60), settings);
  expect(packed).not.toEqual([]);
  const { excerpts, rendered, renderedTokens } = render(excerpt(packed, "plain"));
  expect(selection).toMatchObject({ excerpts, renderedTokens });
  expect(selection.rendered()).toBe(rendered());
});

test("makes the excerpt of a whole record once, with the same packing as without the cache", () => {
  const records = Array.from({ length: 40 }, (_, at) =>
    scoredRecord({
      position: at,
      title: `Part ${at}`,
      units: [{ text: `Part ${at}.`, score: at + 1 }],
    }),
  );
  const ranked = rankUnits(records, settings);
  const rungs = [40, 90, 170].map(
    (maxContextTokens) => packToFit(ranked, budget(maxContextTokens), settings).selection,
  );
  const alone = [40, 90, 170].map(
    (tokens) => packToFit(rankUnits(records, settings), budget(tokens), settings).selection,
  );
  const told = rungs.map(({ excerpts, rendered }) => ({ excerpts, rendered: rendered() }));
  expect(told).toEqual(alone.map(({ excerpts, rendered }) => ({ excerpts, rendered: rendered() })));
  const [best] = rungs[0]?.bestFirst() ?? [];
  expect(best).toBeDefined();
  expect(rungs.map(({ excerpts }) => excerpts.includes(best ?? expect.fail("nothing sent")))).toEqual([
    true,
    true,
    true,
  ]);
});

test("returns an empty selection if nothing fits", () => {
  const ranked = rankUnits([scoredRecord({ units: [{ text: "word ".repeat(900), score: 1 }] })], settings);
  expect([0, 1, 3].map((maxContextTokens) => packToFit(ranked, budget(maxContextTokens), settings).packed)).toEqual([
    [],
    [],
    [],
  ]);
});
