import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pricePresets } from "winnow-client";
import { createBilling, type PriceTable, priceTable, savingText } from "../../src/evaluation/money.ts";

const named = { model: "m", date: "2026-01-01", source: "s" };
/** A tenth for reads, a quarter more for writes, for every prompt. */
const table: PriceTable = { p: { ...named, input: 1, cacheWrite: 1.25, cacheRead: 0.1, cacheMinTokens: 0 } };
const million = (...names: readonly string[]) => names.map((text) => ({ text, tokens: 1_000_000 }));

function bill(...prompts: readonly (readonly [untrimmed: readonly string[], sent: readonly string[]])[]) {
  const billing = createBilling(table);
  for (const [untrimmed, sent] of prompts) billing.add(million(...untrimmed), million(...sent));
  const [row] = billing.rows();
  return row ?? expect.fail();
}

test("prompts that share nothing pay the input price, and selection saves what it does not send", () => {
  const { untrimmed, sent } = bill([["a", "b", "c", "d"], ["a"]], [["e", "f", "g", "h"], ["e"]]);
  expect([untrimmed, sent]).toEqual([8, 2]);
});

test("a growing conversation reads its beginning from the cache, so cutting each prompt afresh can cost more", () => {
  const history = Array.from({ length: 20 }, (_, at) => `turn ${at}`);
  const steps = history.map(
    (_, at) => [history.slice(0, at + 1), [`cut for step ${at}`, ...history.slice(0, at / 3)]] as const,
  );
  const row = bill(...steps);
  expect(row.untrimmed).toBeCloseTo(20 * 1.25 + 190 * 0.1);
  expect(row.sent).toBeGreaterThan(row.untrimmed);
  expect(savingText(row)).toMatch(/^costs \$\d+\.\d\d more than it saves$/);
});

test("a prompt below the cache's least size is neither read nor written", () => {
  const billing = createBilling({ p: { ...named, input: 1, cacheWrite: 9, cacheRead: 0, cacheMinTokens: 2_000_000 } });
  for (let step = 0; step < 2; step++) billing.add(million("a"), million("a"));
  expect(billing.rows()[0]).toMatchObject({ untrimmed: 2, sent: 2 });
});

test("the example table holds the clients' list prices", async () => {
  const text = await readFile(new URL("../../docs/examples/prices.json", import.meta.url), "utf8");
  expect(priceTable(text)).toEqual(pricePresets);
});

test.each([
  ["not JSON", "{", "is not valid JSON"],
  ["a list", "[]", "must be an object of prices by name"],
  ["no prices", "{}", "must be an object of prices by name"],
  ["a missing price", '{"mine":{"input":3}}', "mine.cacheWrite must be a number from 0"],
  [
    "a negative price",
    '{"mine":{"input":-3,"cacheWrite":1,"cacheRead":1,"cacheMinTokens":0}}',
    "mine.input must be a number from 0",
  ],
])("a table with %s is refused", (_what, text, problem) => {
  expect(() => priceTable(text)).toThrow(problem);
});
