import { describe, expect, test } from "vitest";
import { climbed, fixedAt, meansOf } from "../../../bench/reliability/ladder-figures.ts";
import { areaUnderCurve, shareOf, squaredError } from "../../../bench/reliability/reliability-figures.ts";
import type { ScoredRow } from "../../../bench/reliability/scored-row.ts";

const features = { covered: 1, front: 0, mass: 1, needs: 1, pieces: 1, records: 1, units: 1 };

function row(suite: string, id: string, budget: number, probability: number, all: number, weight = 1): ScoredRow {
  const plain = {
    label: "l",
    reason: "engage:needle",
    rendered: "",
    down: 0,
    over: 0,
    used: 1,
    sent: 1,
    whole: 1,
    covered: true,
    attributed: null,
  };
  return { ...plain, suite, id, budget, size: budget, features, evidence: all, all, probability, weight };
}

const rows = [
  row("a", "1", 0.1, 0.9, 1),
  row("a", "1", 0.5, 0.95, 1),
  row("b", "1", 0.1, 0.4, 0),
  row("b", "1", 0.5, 0.3, 1),
];

describe("a climb", () => {
  test("ends at the first sufficient rung, otherwise at the most probable", () => {
    const ends = climbed(rows, [0.1, 0.5], ({ probability }) => probability >= 0.8);
    expect(ends.map(({ suite, budget }) => [suite, budget])).toEqual([
      ["a", 0.1],
      ["b", 0.1],
    ]);
  });
  test("uses only its own rungs", () => {
    expect(climbed(rows, [0.5], () => true).map(({ budget }) => budget)).toEqual([0.5, 0.5]);
  });
});

test("a suite with many cases counts no more in a mean than one with few", () => {
  const of = meansOf([row("a", "1", 0.2, 1, 1), row("a", "2", 0.2, 1, 1), row("b", "1", 0.4, 1, 0)]);
  expect([of.size, of.evidence]).toEqual([expect.closeTo(0.3), 0.5]);
});

test("a fixed budget between two measured ones is interpolated", () => {
  const fixed = [
    { size: 0.1, evidence: 0.6, all: 0.5 },
    { size: 0.3, evidence: 0.8, all: 0.6 },
  ];
  expect(fixedAt(0.2, fixed)).toEqual({ size: 0.2, evidence: expect.closeTo(0.7), all: expect.closeTo(0.55) });
  expect(fixedAt(1, fixed).evidence).toBe(1);
  expect(fixedAt(0.05, fixed).evidence).toBeCloseTo(0.3);
});

describe("figures of reliability", () => {
  const four = [
    row("a", "1", 0.1, 0.9, 1),
    row("a", "2", 0.1, 0.6, 0),
    row("a", "3", 0.1, 0.6, 1),
    row("a", "4", 0.1, 0.1, 0),
  ];
  test("count weights", () => {
    expect(shareOf([row("a", "1", 1, 1, 1, 3), row("a", "2", 1, 1, 0)], ({ all }) => all === 1)).toBe(0.75);
  });
  test("equal probabilities count half in the area", () => {
    expect(areaUnderCurve(four)).toBe(3.5 / 4);
  });
  test("the squared error is that of the probabilities", () => {
    expect(squaredError(four)).toBeCloseTo((0.01 + 0.36 + 0.16 + 0.01) / 4);
  });
});
