import { expect, test } from "vitest";
import { completeProbability, cutMargin } from "../../../src/engine/coverage/completeness.ts";
import { excerpt, render } from "../../../src/engine/excerpt.ts";
import { balanced1 } from "../../../src/points/balanced-1.ts";
import { scoredRecord } from "../scored-record.ts";

const rest = "is a line that says more than its mark would";
const record = scoredRecord({
  type: "json",
  units: [
    { text: `\n\nfirst ${rest}\n`, score: 1 },
    { text: "    ", score: 2 },
    { text: `second ${rest}\n`, score: 4 },
    { text: `third ${rest}\n`, score: 8 },
    { text: `fourth ${rest}`, score: 16 },
  ],
});
const table = JSON.stringify(Array.from({ length: 9 }, (_, id) => ({ id, name: `part ${id}` })));

function marginOfKept(kept: readonly number[], cutAt: number | null = null, from = record) {
  return cutMargin([from], render(excerpt([{ record: from, kept, cutAt }], "hybrid")));
}

test.each<[string, readonly number[], number | null, number, number]>([
  ["is sent if its first character is, without the blank lines before it", [0, 4], null, 8, 16],
  ["is sent with its indentation, even if that is another unit", [2, 3], null, 16, 14],
  ["is sent even if it is cut", [3], record.source.text.indexOf("third") + 20, 16, 8],
  ["is sent if all units are", [0, 1, 2, 3, 4], null, 0, 31],
])("a unit %s", (_, kept, cutAt, bestLeft, sent) => {
  expect(marginOfKept(kept, cutAt)).toEqual({ front: bestLeft / 16, mass: sent / 31 });
});

test("all units of a re-encoded record are sent", () => {
  const from = scoredRecord({ type: "json", units: [{ text: table, score: 3 }] });
  expect(marginOfKept([0], null, from)).toEqual({ front: 0, mass: 1 });
});

test("several pieces of evidence are less likely to be complete than one", () => {
  const features = { covered: 1, front: 0.2, mass: 0.5, needs: 3, pieces: 1, records: 20, units: 200 };
  const one = completeProbability(features, balanced1.cover);
  expect(one).toBeLessThan(1);
  expect(completeProbability({ ...features, pieces: 2 }, balanced1.cover)).toBeCloseTo(one * one, 9);
});
