import { expect, test } from "vitest";
import {
  admit,
  hasRoomFor,
  keep,
  keptOf,
  keptUnits,
  lastKept,
  nothingKept,
  openAccount,
  undo,
} from "../../../src/engine/packing/budget-account.ts";
import { MARK_TOKENS } from "../../../src/engine/packing/pieces.ts";
import { rankUnits } from "../../../src/engine/rank.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { linesRecord, scoredRecord, settings } from "../scored-record.ts";

function accountOf(
  records: Parameters<typeof rankUnits>[0],
  maxContextTokens: number,
  changed = {},
  maxRecords: number | null = null,
) {
  const all = { ...settings, ...changed };
  return openAccount(rankUnits(records, all), { maxContextTokens, maxRecords, renderFormat: "plain" }, all);
}

test("units that fit are kept and paid for; units that do not fit leave the account unchanged", () => {
  const account = accountOf([linesRecord(50, { 0: 1 })], 40);
  expect(admit(account, 0, [0])).toBe(true);
  const { left } = account;
  expect(left).toBeLessThan(40);
  expect(admit(account, 0, [10, 11, 12])).toBe(false);
  expect([account.left, keptOf(account, 0).count, account.selected]).toEqual([left, 1, 1]);
});

test("the budget limits the number of records, not the number of their units", () => {
  const account = accountOf([linesRecord(9, { 0: 1 }), linesRecord(9, { 0: 1 }, { position: 1 })], 500, {}, 1);
  expect(admit(account, 0, [0])).toBe(true);
  expect([admit(account, 1, [0]), hasRoomFor(account, 1), admit(account, 0, [3])]).toEqual([false, false, true]);
});

test("neighbours with the same name pay for their heading once", () => {
  const named = [0, 1].map((position) => {
    return { ...linesRecord(50, { 0: 1 }, { title: "a title of some words", position }), run: 7 };
  });
  const account = accountOf(named, 900);
  const costs = [0, 1].map((owner) => {
    const { left } = account;
    admit(account, owner, [0]);
    return left - account.left;
  });
  expect(account.headed).toEqual(new Set([7]));
  expect((costs[0] ?? 0) - (costs[1] ?? 0)).toBe(countTokens("[a title of some words]\n"));
});

test("tokens for a call are reserved with its result, and released when the call itself is chosen", () => {
  const call = scoredRecord({ units: [{ text: `search(${"word ".repeat(80)})` }], kind: "tool_call" });
  const result = linesRecord(60, { 30: 9 }, { kind: "tool_result", position: 1 });
  const account = accountOf([call, result], 600, { callTokensMax: 40 });
  admit(account, 1, [30]);
  expect([...account.reserved.keys(), account.selected]).toEqual([0, 2]);
  const { left } = account;
  const [set] = account.reserved.values();
  admit(account, 0, [0]);
  expect([account.reserved.size, account.selected]).toEqual([0, 2]);
  expect(account.left).toBe(left + (set ?? 0) - keptOf(account, 0).spent - 1);
});

/** A record with units of the given token counts, between two others whose units are all kept. */
function recordOf(costs: readonly number[]) {
  const flags = Uint8Array.from([1, ...costs.map(() => 0), 1]);
  return nothingKept(Int32Array.from([1, ...costs, 1]), flags, 1, 1 + costs.length);
}
const twenties = (count: number) => recordOf(new Array<number>(count).fill(20));

test("a unit in the middle costs itself and a mark on either side", () => {
  const kept = twenties(5);
  keep(kept, 2);
  expect(kept.spent).toBe(20 + 2 * MARK_TOKENS);
});

test("a neighbour costs itself, and the last one saves the mark", () => {
  const kept = twenties(3);
  keep(kept, 1);
  keep(kept, 0);
  expect(kept.spent).toBe(40 + MARK_TOKENS);
  keep(kept, 2);
  expect(kept.spent).toBe(60);
});

test("a gap of at most twice its mark's tokens is paid for and kept as text", () => {
  const kept = recordOf([10, 8, 4, 10, 20]);
  keep(kept, 0);
  keep(kept, 3);
  expect(kept.spent).toBe(10 + 12 + 10 + MARK_TOKENS);
  expect(keptUnits(kept)).toEqual([0, 1, 2, 3]);
});

test("undo restores the previous state", () => {
  const kept = twenties(5);
  keep(kept, 2);
  const { spent } = kept;
  keep(kept, 4);
  undo(kept, [4], spent);
  expect([kept.spent, kept.count, keptUnits(kept), lastKept(kept)]).toEqual([spent, 1, [2], 2]);
});

test("a record without a kept unit has no last unit", () => {
  expect(lastKept(twenties(3))).toBe(-1);
});

test("many units in any order cost the same as in document order", () => {
  const costs = Array.from({ length: 60 }, (_, unit) => 1 + ((unit * 7) % 13));
  const chosen = Array.from({ length: 60 }, (_, unit) => unit).filter((unit) => (unit * unit) % 7 < 3);
  const forward = recordOf(costs);
  for (const unit of chosen) keep(forward, unit);
  const backward = recordOf(costs);
  for (const unit of chosen.toReversed()) keep(backward, unit);
  expect(backward.spent).toBe(forward.spent);
});
