import { expect, test } from "vitest";
import { distinctUnits, repeatedLater } from "../../../src/engine/packing/duplicates.ts";
import { tabulate } from "../../../src/engine/packing/unit-table.ts";
import { scoredRecord } from "../scored-record.ts";

const alpha = "the first line says something of weight\n";
const beta = "the second line says something else again\n";
const filler = "a line of some length that stands for the greater part of a file in this table of tests\n";
const gamma = "value = 41 in the third and last of the lines\n";

/** Ids and ranks of what is to be sent of records given as lines with their ranks. */
function chosen(records: readonly (readonly (readonly [string, number])[])[]) {
  const scored = records.map((units, position) =>
    scoredRecord({ position, units: units.map(([text, score]) => ({ text, score })) }),
  );
  const ranks = Float64Array.from(records.flat(), ([, rank]) => rank);
  const { ids, ranks: best } = distinctUnits(scored, tabulate(scored), ranks);
  return Array.from(ids, (id, at) => [id, best[at]]);
}

test("different texts all stay", () => {
  expect(
    chosen([
      [
        [alpha, 1],
        [beta, 2],
      ],
      [[gamma, 3]],
    ]),
  ).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});

test("of two copies the better ranked one is sent", () => {
  expect(
    chosen([
      [
        [alpha, 5],
        [beta, 2],
        [gamma, 1],
      ],
      [[alpha, 3]],
    ]),
  ).toEqual([
    [0, 5],
    [1, 2],
    [2, 1],
  ]);
});

test("of equal copies the later one is sent", () => {
  expect(
    chosen([
      [
        [alpha, 5],
        [beta, 2],
        [gamma, 1],
      ],
      [[alpha, 5]],
    ]),
  ).toEqual([
    [3, 5],
    [1, 2],
    [2, 1],
  ]);
});

test("a read that is repeated yields to the fresh one, whose copies inherit its rank", () => {
  expect(
    chosen([
      [
        [alpha, 5],
        [beta, 2],
      ],
      [
        [alpha, 3],
        [beta, 4],
      ],
    ]),
  ).toEqual([
    [2, 5],
    [3, 4],
  ]);
});

test("a line that differs in one digit is never taken for a copy", () => {
  const fresh = gamma.replace("41", "42");
  const stale = [
    [filler, 5],
    [gamma, 2],
  ] as const;
  expect(
    chosen([
      stale,
      [
        [filler, 3],
        [fresh, 4],
      ],
    ]),
  ).toEqual([
    [2, 5],
    [1, 2],
    [3, 4],
  ]);
});

test("white space around a text does not make it another one", () => {
  expect(
    chosen([
      [
        [alpha, 1],
        [beta, 1],
        [gamma, 1],
      ],
      [[alpha.trim(), 2]],
    ]),
  ).toEqual([
    [3, 2],
    [1, 1],
    [2, 1],
  ]);
});

test("fragments too short to mean something alone are left in their places", () => {
  expect(
    chosen([
      [
        ["}\n", 1],
        ["}\n", 2],
      ],
    ]),
  ).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test("a hundred thousand units with few texts take no time to speak of", () => {
  const units = Array.from({ length: 100_000 }, (_, line) => ({
    text: `entry number ${line % 10} of the long list\n`,
  }));
  const scored = [scoredRecord({ units })];
  const table = tabulate(scored);
  const started = performance.now();
  expect(distinctUnits(scored, table, new Float64Array(table.count)).ids).toHaveLength(10);
  expect(performance.now() - started).toBeLessThan(2000);
});

test("a text that arrives again is sent as it arrived last, a short answer each time it is given", () => {
  const texts = [alpha + beta, "Yes, please.", alpha + beta, gamma, "Yes, please.", alpha + beta];
  const records = texts.map((text, position) => scoredRecord({ position, units: [{ text }] }));
  expect([...repeatedLater(records)]).toEqual([1, 0, 1, 0, 0, 0]);
});
