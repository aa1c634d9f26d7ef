import { expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import { distinctUnits, repeatsCall, sendersOf, tabulate } from "../../../src/engine/packing/unit-table.ts";
import { scoredRecord } from "../scored-record.ts";

test("units are numbered record by record", () => {
  const records = [2, 0, 3].map((count, position) =>
    scoredRecord({ position, units: Array.from({ length: count }, () => ({ text: "a few plain words\n" })) }),
  );
  const { count, owners, firsts, tokens } = tabulate(records);
  expect([count, [...owners], [...firsts]]).toEqual([5, [0, 0, 2, 2, 2], [0, 2, 2, 5]]);
  expect(tokens.reduce((sum, n) => sum + n, 0)).toBe(records.reduce((sum, { scan }) => sum + scan.total, 0));
});

test("a result whose heading names what was read is sent without its call", () => {
  const call = scoredRecord({
    kind: "tool_call",
    units: [{ text: '{"name": "read", "arguments": {"page": "Ferries"}}' }],
  });
  const page = (name: string) => ({
    ...scoredRecord({ kind: "tool_result", units: [{ text: "They leave at noon." }] }),
    name,
  });
  expect(repeatsCall(page("Ferries"), call)).toBe(true);
  expect(repeatsCall(page("Trains"), call)).toBe(false);
});

test.each([
  [
    "its argument",
    '{"order_id": "W12", "status": "open"}',
    '{"name": "get_order", "arguments": {"order_id": "W12"}}',
    true,
  ],
  ["one of two", '{"order_id": "W12"}', '{"name": "get_order", "arguments": {"order_id": "W12", "lang": "fr"}}', false],
  ["its path", "[File: src/a.py (9 lines)]\n1:import os", "get_order src/a.py", true],
  ["no number that is part of another one", "line 120", "get_order line 12", false],
  ["nothing, if there is no argument", "many orders", "get_order", false],
  ["its argument, but too far down", `${"x ".repeat(200)}W12`, "get_order W12", false],
])("what a result repeats of its call: %s", (_, answer, asked, expected) => {
  const call = scoredRecord({ kind: "tool_call", title: "get_order", units: [{ text: asked }] });
  expect(repeatsCall(scoredRecord({ kind: "tool_result", units: [{ text: answer }] }), call)).toBe(expected);
});

const alpha = "the first line says something of weight\n";
const beta = "the second line says something else again\n";
const filler = "a line of some length that stands for the greater part of a file in this table of tests\n";
const gamma = "value = 41 in the third and last of the lines\n";

/** Ids and ranks of the units to send, for records given as lines with their ranks. */
function chosen(records: readonly (readonly (readonly [string, number])[])[]) {
  const scored = records.map((units, position) =>
    scoredRecord({ position, units: units.map(([text, score]) => ({ text, score })) }),
  );
  const ranks = Float64Array.from(records.flat(), ([, rank]) => rank);
  const { ids, ranks: best } = distinctUnits(scored, tabulate(scored), ranks);
  return Array.from(ids, (id, at) => [id, best[at]]);
}

test("different texts are all sent", () => {
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

test("of equal copies the first one is sent", () => {
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
    [0, 5],
    [1, 2],
    [2, 1],
  ]);
});

test("of a text that occurs twice, each line is sent from the record where it ranks best", () => {
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
    [0, 5],
    [3, 4],
  ]);
});

test("a line that differs in one digit is not a copy", () => {
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
    [0, 5],
    [1, 2],
    [3, 4],
  ]);
});

test("texts that differ only in surrounding white space are copies", () => {
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

test("fragments that are too short to mean anything alone are not compared", () => {
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

test("many units with few distinct texts take linear time", () => {
  const tabled = (count: number) => {
    const scored = [
      scoredRecord({ units: Array.from({ length: count }, (_, line) => ({ text: `entry ${line % 10}\n` })) }),
    ];
    return { scored, table: tabulate(scored) };
  };
  /** The shortest of three runs in milliseconds, because a busy machine lengthens some. */
  const shortest = ({ scored, table }: ReturnType<typeof tabled>) => {
    const tries = [1, 2, 3].map(() => {
      const started = ownCpuMs();
      expect(distinctUnits(scored, table, new Float64Array(table.count)).ids).toHaveLength(10);
      return ownCpuMs() - started;
    });
    return Math.min(...tries);
  };
  const [few, many] = [tabled(4_000), tabled(64_000)];
  // Sixteen times as many units: comparing all pairs would take 256 times as long, more than a second.
  expect(shortest(many)).toBeLessThan(100 * Math.max(shortest(few), 4));
});

test("of equal texts, the best scored or the first is sent; short answers are sent each time", () => {
  const texts = [alpha + beta, "Yes, please.", alpha + beta, gamma, "Yes, please.", alpha + beta];
  const senders = (scores: readonly number[]) => {
    const of = texts.map((text, at) => scoredRecord({ position: at, score: scores[at] ?? 1, units: [{ text }] }));
    return [...sendersOf(of)];
  };
  expect(senders([])).toEqual([0, 1, 0, 3, 4, 0]);
  expect(senders([1, 1, 2, 1, 1, 1])).toEqual([2, 1, 2, 3, 4, 2]);
});
