import { expect, test } from "vitest";
import { admit, hasRoomFor, keptOf, openLedger } from "../../../src/engine/packing/ledger.ts";
import { rankUnits } from "../../../src/engine/rank.ts";
import { linesRecord, scoredRecord, settings } from "../scored-record.ts";

function ledgerOf(
  records: Parameters<typeof rankUnits>[0],
  maxTokens: number,
  changed = {},
  maxRecords: number | null = null,
) {
  const all = { ...settings, ...changed };
  return openLedger(rankUnits(records, all), { maxTokens, maxRecords, renderFormat: "plain" }, all);
}

test("what fits is kept and paid for, what does not leaves the books as they were", () => {
  const ledger = ledgerOf([linesRecord(50, { 0: 1 })], 40);
  expect(admit(ledger, 0, [0])).toBe(true);
  const { left } = ledger;
  expect(left).toBeLessThan(40);
  expect(admit(ledger, 0, [10, 11, 12])).toBe(false);
  expect([ledger.left, keptOf(ledger, 0).count, ledger.selected]).toEqual([left, 1, 1]);
});

test("no more records than the budget allows, however many units of those", () => {
  const ledger = ledgerOf([linesRecord(9, { 0: 1 }), linesRecord(9, { 0: 1 }, { position: 1 })], 500, {}, 1);
  expect(admit(ledger, 0, [0])).toBe(true);
  expect([admit(ledger, 1, [0]), hasRoomFor(ledger, 1), admit(ledger, 0, [3])]).toEqual([false, false, true]);
});

test("a heading is paid for once, by a record cut at its start at once, by another when it is long", () => {
  const ledger = ledgerOf([linesRecord(50, { 0: 1 }, { title: "a title of some words" })], 900, {
    headingTokensMin: 30,
  });
  admit(ledger, 0, [0]);
  expect(ledger.headed).toEqual(new Set());
  admit(ledger, 0, [1, 2, 3]);
  expect(ledger.headed).toEqual(new Set([0]));
  const cut = ledgerOf([linesRecord(50, { 9: 1 }, { title: "a title of some words" })], 900, { headingTokensMin: 300 });
  admit(cut, 0, [9]);
  expect(cut.headed).toEqual(new Set([0]));
});

test("a call's head is set aside with its result and given back when the call is chosen itself", () => {
  const call = scoredRecord({ units: [{ text: `search(${"word ".repeat(80)})` }], kind: "tool_call" });
  const result = linesRecord(60, { 30: 9 }, { kind: "tool_result", position: 1 });
  const ledger = ledgerOf([call, result], 600, { callTokensMax: 40 });
  admit(ledger, 1, [30]);
  expect([...ledger.reserved.keys(), ledger.selected]).toEqual([0, 2]);
  const { left } = ledger;
  const [set] = ledger.reserved.values();
  admit(ledger, 0, [0]);
  expect([ledger.reserved.size, ledger.selected]).toEqual([0, 2]);
  expect(ledger.left).toBe(left + (set ?? 0) - keptOf(ledger, 0).spent - 1);
});
