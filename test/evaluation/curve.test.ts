import { expect, test } from "vitest";
import { BUDGET_SHARES, createCurveSums, curveOf, kneeOf, WINNOW } from "../../src/evaluation/curve.ts";
import { request } from "../service/calls.ts";

const nothing = { evidence: [], answers: [], recordIds: [] };

test("Winnow keeps more terms at larger budgets, and evidence that the first records lack", async () => {
  const asked = request({
    task: { prompt: "Which pump stopped at the Zephyr station?" },
    records: [
      ...Array.from({ length: 30 }, (_, at) => ({ text: `Report ${at}: the crew had lunch and all was quiet.` })),
      { text: "Pump 7 stopped at the Zephyr station." },
    ],
  });
  const curve = await curveOf(asked, { ...nothing, evidence: ["Pump 7 stopped"] });
  const own = curve?.get(WINNOW) ?? expect.fail();
  const terms = own.map((kept) => kept.terms ?? Number.NaN);
  expect(terms).toEqual(terms.toSorted((one, other) => one - other));
  expect(own.at(-1)).toEqual({ evidence: 1, terms: 1 });
  const quarter = BUDGET_SHARES.indexOf(0.25);
  expect(own[quarter]?.evidence).toBe(1);
  expect(curve?.get("the first records that fit")?.[quarter]?.evidence).toBe(0);
});

test("a request that the gate stands down from has no curve", async () => {
  expect(await curveOf(request({ task: { prompt: "Where does the zeppelin moor?" } }), null)).toBeNull();
});

test("sums are means over requests, for each measure with values", () => {
  const flat = (evidence: number | null, terms: number | null) => BUDGET_SHARES.map(() => ({ evidence, terms }));
  const sums = createCurveSums();
  for (const [evidence, terms] of [
    [1, 0.5],
    [0, 0.7],
    [null, 0.9],
  ] as const) {
    sums.add(
      new Map([
        [WINNOW, flat(evidence, terms)],
        ["other", flat(evidence, terms)],
      ]),
    );
  }
  expect(
    sums.curves().map(({ measure, requests, lines }) => [measure, requests, lines[0]?.method, lines[0]?.kept[0]]),
  ).toEqual([
    ["evidence", 2, WINNOW, 0.5],
    ["terms", 3, WINNOW, expect.closeTo(0.7)],
  ]);
  expect(createCurveSums().curves()).toEqual([]);
});

test("the knee lies farthest above the diagonal", () => {
  expect(kneeOf([0.3, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98])).toEqual({ budget: 0.1, kept: 0.8 });
  expect(kneeOf(BUDGET_SHARES.map((budget) => budget))).toEqual({ budget: 0.05, kept: 0.05 });
});
