import { expect, test } from "vitest";
import { excerpt } from "../../src/engine/excerpt.ts";
import { type Packing, pack } from "../../src/engine/pack.ts";
import { rankUnits } from "../../src/engine/rank.ts";
import { render } from "../../src/engine/render.ts";
import { settle } from "../../src/engine/settle.ts";
import { linesRecord, scoredRecord, settings } from "./scored-record.ts";

const budget = (maxTokens: number) => ({ maxTokens, maxRecords: null, renderFormat: "plain" }) as const;
const costOf = (packed: Packing["packed"]) => render(excerpt(packed, "plain", settings)).renderedTokens;

test("corrects a packing whose estimate was too low", () => {
  const units = Array.from({ length: 60 }, (_, n) => ({ text: `x${n}y\n`, score: 60 - n }));
  const ranked = rankUnits([scoredRecord({ units })], settings);
  for (const maxTokens of [20, 40, 60, 80, 100]) {
    const cost = costOf(settle(ranked, budget(maxTokens), settings).packed);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThanOrEqual(maxTokens);
  }
});

test("uses what a first packing leaves over", () => {
  const scores = Object.fromEntries(Array.from({ length: 300 }, (_, line) => [line, 1 + ((line * 53) % 97)]));
  const ranked = rankUnits([linesRecord(300, scores)], settings);
  for (const maxTokens of [900, 1500, 3000]) {
    const first = costOf(pack(ranked, budget(maxTokens), settings).packed);
    const settled = costOf(settle(ranked, budget(maxTokens), settings).packed);
    expect(settled).toBeGreaterThanOrEqual(Math.min(first, maxTokens));
    expect(settled).toBeGreaterThanOrEqual(0.97 * maxTokens);
    expect(settled).toBeLessThanOrEqual(maxTokens);
  }
});

test("hands out the very excerpts and text that what it packed comes to", () => {
  const ranked = rankUnits([linesRecord(300, { 7: 3, 90: 2, 200: 1 })], settings);
  const { packed, selection } = settle(ranked, budget(60), settings);
  expect(packed).not.toEqual([]);
  const { excerpts, rendered, renderedTokens } = render(excerpt(packed, "plain", settings));
  expect(selection).toMatchObject({ excerpts, renderedTokens });
  expect(selection.rendered()).toBe(rendered());
});

test("makes a record that is sent whole once, and packs as if it did not", () => {
  const records = Array.from({ length: 40 }, (_, at) =>
    scoredRecord({
      position: at,
      title: `Part ${at}`,
      units: [{ text: `Part ${at}.`, score: at + 1 }],
    }),
  );
  const ranked = rankUnits(records, settings);
  const rungs = [40, 90, 170].map((maxTokens) => settle(ranked, budget(maxTokens), settings).selection);
  const alone = [40, 90, 170].map((tokens) => settle(rankUnits(records, settings), budget(tokens), settings).selection);
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

test("gives nothing where nothing fits", () => {
  const ranked = rankUnits([scoredRecord({ units: [{ text: "word ".repeat(900), score: 1 }] })], settings);
  expect([0, 1, 3].map((maxTokens) => settle(ranked, budget(maxTokens), settings).packed)).toEqual([[], [], []]);
});
