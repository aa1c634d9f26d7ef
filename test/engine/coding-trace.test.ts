// Work on code in an agent's trace: which views count most, and what the agent wrote itself.
import { describe, expect, test } from "vitest";
import { analyse } from "../../src/engine/analyse.ts";
import { shapeOf } from "../../src/engine/index/shape.ts";
import type { RecordKind } from "../../src/engine/model.ts";
import { copiedShares } from "../../src/engine/scoring/copied-text.ts";
import { freshnessFactors } from "../../src/engine/scoring/priors.ts";
import { analysed, point, record, scored } from "./request.ts";

const code = (name: string, lines = 6) =>
  Array.from({ length: lines }, (_, n) => `def ${name}_${n}(store):\n    return store.fetch("${name}", ${n})\n`).join(
    "\n",
  );
const SCRIPT = ["from shop import open", "basket = open('cart')", "print(basket.sum, basket.tax, basket.weight)"].join(
  "\n",
);

const step = (stepId: string, kind: RecordKind, text: string) => record(text, { stepId, kind });
const trace = [
  step("s1", "tool_call", "open cart.py"),
  step("s1", "tool_result", code("cart")),
  step("s2", "tool_call", `create probe.py\n${SCRIPT}`),
  step("s2", "tool_result", SCRIPT),
  step("s3", "llm_response", "The discount is wrong."),
  step("s3", "tool_call", "open order.py"),
  step("s3", "tool_result", code("order")),
  step("s3", "tool_result", code("total")),
];

describe("freshness", () => {
  const factors = (records: typeof trace, gain = 1) => {
    const of = analysed(records, "x").records;
    const steps = of.map(({ source }) => Number(source.stepId?.slice(1)));
    return [...freshnessFactors(of, steps, shapeOf(of), { gain, decay: 0.5 })];
  };

  test("results gain most in the newest step and less with each earlier one; calls and thoughts gain nothing", () => {
    expect(factors(trace)).toEqual([1, 1.25, 1, 1.5, 1, 1, 2, 2]);
  });
  test("applies only to work on code: if results are data, the first counts as much as the last", () => {
    const data = trace.map((one) => (one.kind === "tool_result" ? { ...one, text: '{"id": 7, "total": 12.5}' } : one));
    expect(factors(data)).toEqual(trace.map(() => 1));
  });
  test("applies without step ids as well: a step ends with the results of its calls", () => {
    const scores = (records: typeof trace) => scored(records, "total of the order").map(({ score }) => score);
    expect(scores(trace.map((one) => ({ ...one, stepId: null })))).toEqual(scores(trace));
  });
  test("without step ids, does not apply to results that follow no call: only steps would show a trace", () => {
    const among = [record("A note on carts."), ...trace.filter(({ kind }) => kind === "tool_result")];
    const unnumbered = among.map((one) => ({ ...one, stepId: null }));
    expect(shapeOf(analysed(unnumbered, "x").records).trace).toBe(false);
    expect(shapeOf(analysed(among, "x").records).trace).toBe(true);
  });
  test("without a gain every record counts the same", () => {
    expect(new Set(factors(trace, 0))).toEqual(new Set([1]));
  });
});

describe("copied text", () => {
  test("a result that repeats what a call wrote counts as copied; a file that the agent opened does not", () => {
    const shares = copiedShares(analysed(trace, "x"));
    expect(shares[3]).toBeGreaterThan(0.8);
    expect([shares[1], shares[6], shares[7]].every((share) => share === 0)).toBe(true);
  });
  test("text that a call repeats from an earlier result does not count as copied", () => {
    const turned = [trace[3], trace[2]].flatMap((one) => one ?? []);
    expect([...copiedShares(analysed(turned, "x"))]).toEqual([0, 0]);
  });
  test("a short result never counts as copied", () => {
    const answer = [step("s1", "tool_call", "set name to Rivermist Lane"), step("s1", "tool_result", "Rivermist Lane")];
    expect([...copiedShares(analysed(answer, "x"))]).toEqual([0, 0]);
  });
  test("the agent's own script ranks below the code that it is about", () => {
    const asked = "load cart discount total is wrong";
    const score = (copied: number) => {
      const how = { ...point, score: { ...point.score, priors: { ...point.score.priors, copied } } };
      return scored(trace, asked, how)[3]?.score ?? 0;
    };
    expect(score(0.4)).toBeCloseTo(0.4 * score(1), 9);
  });
  test("repeated runs of equal terms never exceed the whole share", () => {
    const { records, task } = analysed(
      [step("s1", "tool_call", "a b ".repeat(40)), step("s1", "tool_result", "a b ".repeat(60))],
      "x",
    );
    const [, share] = copiedShares(analyse(records, task, point.analyse));
    expect(share).toBeLessThanOrEqual(1);
  });
});
