import { expect, test } from "vitest";
import { excerpt } from "../../src/engine/excerpt.ts";
import { pack } from "../../src/engine/pack.ts";
import { rankUnits } from "../../src/engine/rank.ts";
import { render } from "../../src/engine/render.ts";
import { settle } from "../../src/engine/settle.ts";
import { linesRecord, scoredRecord, settings } from "./scored-record.ts";

const budget = (maxTokens: number) => ({ maxTokens, maxRecords: null, renderFormat: "plain" }) as const;
const costOf = (packed: ReturnType<typeof settle>) => render(excerpt(packed, "plain"), settings).renderedTokens;

test("corrects a packing whose estimate was too low", () => {
  const units = Array.from({ length: 60 }, (_, n) => ({ text: `x${n}y\n`, score: 60 - n }));
  const ranked = rankUnits([scoredRecord({ units })], settings);
  for (const maxTokens of [20, 40, 60, 80, 100]) {
    expect(costOf(settle(ranked, budget(maxTokens), settings))).toBeLessThanOrEqual(maxTokens);
  }
});

test("uses what a first packing leaves over", () => {
  const scores = Object.fromEntries(Array.from({ length: 300 }, (_, line) => [line, 1 + ((line * 53) % 97)]));
  const ranked = rankUnits([linesRecord(300, scores)], settings);
  for (const maxTokens of [900, 1500, 3000]) {
    const first = costOf(pack(ranked, budget(maxTokens), settings));
    const settled = costOf(settle(ranked, budget(maxTokens), settings));
    expect(settled).toBeGreaterThanOrEqual(Math.min(first, maxTokens));
    expect(settled).toBeGreaterThanOrEqual(0.97 * maxTokens);
    expect(settled).toBeLessThanOrEqual(maxTokens);
  }
});

test("gives nothing where nothing fits", () => {
  const ranked = rankUnits([scoredRecord({ units: [{ text: "word ".repeat(900), score: 1 }] })], settings);
  expect([0, 1, 3].map((maxTokens) => settle(ranked, budget(maxTokens), settings))).toEqual([[], [], []]);
});
