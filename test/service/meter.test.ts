import { expect, test } from "vitest";
import type { Stage, StageName } from "../../src/engine/model.ts";
import { plainStage } from "../../src/engine/select.ts";
import {
  ComputeLimitExceeded,
  meterRequest,
  meterUnmeasured,
  overInputTokens,
  overRecords,
  withComputeLimit,
} from "../../src/service/meter.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { generousTier } from "../tiers.ts";
import { records, request } from "./calls.ts";

const texts = ["alpha beta gamma", " \n\t", "delta", "", "epsilon zeta"];
const mixed = request({ records: texts.map((text) => ({ text })) });
const everyText = texts.reduce((sum, text) => sum + countTokens(text), 0);

test("blank records count, though the engine leaves them out", async () => {
  const { measured, recordTokens } = await meterRequest(mixed, plainStage);
  expect(measured.map((record) => record.position)).toEqual([0, 2, 4]);
  expect(recordTokens).toBe(everyText);
});

test("the count is the same if nothing was measured", () => {
  const { measured, recordTokens } = meterUnmeasured(mixed);
  expect(measured).toEqual([]);
  expect(recordTokens).toBe(everyText);
});

test("the meter adds titles, the prompt and recent prompts, and nothing else", async () => {
  const metered = request({
    records: [{ text: "alpha", title: "a title", source: "a source", keywords: ["word"], tags: ["tag"] }],
    task: { prompt: "the prompt", recentPrompts: ["one before", "and before that"], keywords: ["more"] },
  });
  const counted = ["alpha", "a title", "the prompt", "one before", "and before that"];
  const weight = await meterRequest(metered, plainStage);
  expect(weight.metered).toBe(counted.reduce((sum, text) => sum + countTokens(text), 0));
});

const long = "A title that says it again and again, ".repeat(10_000);
test.each([
  ["a prompt", { task: { prompt: long } }],
  ["a recent prompt", { task: { prompt: "short", recentPrompts: [long] } }],
  ["a title", { records: [{ text: "short", title: long }] }],
  ["a blank record", { records: [{ text: " ".repeat(1_000_000) }] }],
])("a call can be ended while %s is counted", async (_what, over) => {
  const asked = request({ records: [{ text: "short" }], ...over });
  let passed = 0;
  const ending: Stage = async (_name, work) =>
    work(() => {
      passed += 1;
      if (passed === 4) throw new DOMException("gone", "AbortError");
    });
  await expect(meterRequest(asked, ending)).rejects.toThrow("gone");
});

test("a ceiling may be reached, not exceeded", () => {
  const { metered } = meterUnmeasured(request());
  const tier = { ...generousTier, maxRecords: records.length, maxInputTokens: metered };
  expect(overRecords(request(), tier)).toBeNull();
  expect(overInputTokens(metered, tier)).toBeNull();
});

test("one over a ceiling names the limit and the observed value", () => {
  const { metered } = meterUnmeasured(request());
  const tier = { ...generousTier, maxRecords: records.length - 1, maxInputTokens: metered - 1 };
  expect(overRecords(request(), tier)).toMatchObject({ limitName: "records", limit: 19, observed: 20 });
  const heavy = { limitName: "input_tokens", limit: metered - 1, observed: metered };
  expect(overInputTokens(metered, tier)).toMatchObject(heavy);
});

/** A call with a limit of 100 ms on a thread whose two clocks the test advances. */
function bounded() {
  let [wallMs, cpuMs] = [5_000, 700];
  const environment = { now: () => wallMs, cpuMs: () => cpuMs, newRecordId: () => "" };
  const stage = withComputeLimit(plainStage, 100, environment);
  function compute(milliseconds: number): void {
    wallMs += milliseconds;
    cpuMs += milliseconds;
  }
  return {
    compute,
    wait: (milliseconds: number) => {
      wallMs += milliseconds;
    },
    /** Another call on the same thread. */
    others: compute,
    /** One stage that computes in steps, with a checkpoint after each. @returns the steps that ran */
    run: async (name: StageName, ...steps: readonly number[]) => {
      let ran = 0;
      await stage(name, (checkpoint) => {
        for (const step of steps) {
          compute(step);
          ran += 1;
          checkpoint();
        }
      });
      return ran;
    },
    stage,
  };
}

test("up to the bound, every stage runs", async () => {
  const { run } = bounded();
  expect(await run("measure", 20, 20)).toBe(2);
  expect(await run("segment", 20)).toBe(1);
  expect(await run("score", 40)).toBe(1);
});

test("beyond it, a stage ends at its next checkpoint", async () => {
  const { run, stage, compute } = bounded();
  await run("segment", 60);
  const reached: number[] = [];
  const stopped = stage("score", (checkpoint) => {
    for (let step = 0; step < 5; step++) {
      compute(15);
      reached.push(step);
      checkpoint();
    }
  });
  await expect(stopped).rejects.toThrow(ComputeLimitExceeded);
  expect(reached).toEqual([0, 1, 2]);
});

test("beyond it, the next stage does not begin", async () => {
  const { compute, stage } = bounded();
  await stage("segment", () => compute(101));
  let began = false;
  const next = stage("analyse", () => {
    began = true;
  });
  await expect(next).rejects.toThrow(ComputeLimitExceeded);
  expect(began).toBe(false);
});

test("measuring is not stopped, but counts", async () => {
  const { run } = bounded();
  expect(await run("measure", 80, 80)).toBe(2);
  await expect(run("segment", 1)).rejects.toThrow(ComputeLimitExceeded);
});

test("waiting for the processor does not count", async () => {
  const { run, wait, stage } = bounded();
  await stage("segment", () => wait(60_000));
  expect(await run("score", 50)).toBe(1);
});

test("other calls on the same thread do not count", async () => {
  const { run, others } = bounded();
  await run("segment", 50);
  others(10_000);
  expect(await run("score", 50)).toBe(1);
});
