import { describe, expect, test } from "vitest";
import { type Bar, verdictOf } from "../../bench/speed/harness/benchmark.ts";
import { hasMissed, table, tally } from "../../bench/speed/harness/report.ts";
import { plot } from "../../bench/speed/harness/svg-plot.ts";

const row = (figure: number, bar: Bar) => ({ what: "cost", figure, unit: "x", bar, samples: [] });

test.each([
  ["below a ceiling", 1.04, { atMost: 1.05 }, "met"],
  ["on a ceiling", 1.05, { atMost: 1.05 }, "met"],
  ["above a ceiling", 1.06, { atMost: 1.05 }, "missed"],
  ["below a floor", 7.9, { atLeast: 8 }, "missed"],
  ["on a floor", 8, { atLeast: 8 }, "met"],
  ["no number against a ceiling", Number.NaN, { atMost: 1 }, "missed"],
  ["no number against a floor", Number.NaN, { atLeast: 1 }, "missed"],
  ["without a bar", 3, null, ""],
])("a figure %s", (_name, figure, bar, verdict) => {
  expect(verdictOf(row(figure, bar))).toBe(verdict);
});

test("the report counts what was met, what was missed and what did not finish", () => {
  const rows = [row(1, { atMost: 2 }), row(3, { atMost: 2 }), row(3, null)];
  const ran = [
    { name: "one", seconds: 1, findings: { rows, curves: [] }, again: null },
    { name: "two", seconds: 1, findings: null, again: null },
  ];
  expect(tally(ran)).toBe("1 bars met, 1 missed, 1 failed to finish");
  expect(table(ran, false).split("\n").slice(2)).toEqual([
    "| one | cost | 1 x | <= 2 | met |",
    "| one | cost | 3 x | <= 2 | missed |",
    "| one | cost | 3 x |  |  |",
    "| two | did not finish |  |  | failed |",
  ]);
});

describe("a benchmark that missed a bar and was run again", () => {
  const bar = { atMost: 2 };
  const found = (...figures: number[]) => ({
    rows: figures.map((figure, at) => ({ ...row(figure, bar), what: `cost ${at}` })),
    curves: [],
  });
  const ran = { name: "one", seconds: 1, findings: found(3, 1, 3), again: found(1.5, 9, 4) };

  test("shows a second figure next to each first one that missed, and next to no other", () => {
    expect(table([ran], false).split("\n").slice(2)).toEqual([
      "| one | cost 0 | 1.5 x (first 3) | <= 2 | met |",
      "| one | cost 1 | 1 x | <= 2 | met |",
      "| one | cost 2 | 4 x (first 3) | <= 2 | missed |",
    ]);
    expect(tally([ran])).toBe("2 bars met, 1 of them when measured again, 1 missed");
  });

  test("keeps its misses if the second run did not finish", () => {
    expect(tally([{ ...ran, again: null }])).toBe("1 bars met, 2 missed");
  });

  test("is decided by its bars alone", () => {
    expect(hasMissed(ran)).toBe(true);
    expect(hasMissed({ ...ran, findings: found(2, 1) })).toBe(false);
    expect(hasMissed({ ...ran, findings: null })).toBe(false);
  });
});

test("a plot places equal ratios at equal distances and writes names as text", () => {
  const points = [1, 10, 100].map((x) => ({ x, y: x * x }));
  const drawn = plot({ name: "n", title: "a < b", xLabel: "x", yLabel: "y", series: [{ name: "s & t", points }] });
  const places =
    /points="([^"]+)"/
      .exec(drawn)?.[1]
      ?.split(" ")
      .map((place) => place.split(",").map(Number)) ?? [];
  const [first, second, third] = places;
  expect(places).toHaveLength(3);
  expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo((third?.[0] ?? 0) - (second?.[0] ?? 0), 0);
  expect((first?.[1] ?? 0) - (second?.[1] ?? 0)).toBeCloseTo((second?.[1] ?? 0) - (third?.[1] ?? 0), 0);
  expect(drawn).toContain("a &lt; b");
  expect(drawn).toContain("s &amp; t");
});
