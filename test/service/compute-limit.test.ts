import { expect, test } from "vitest";
import type { StageName } from "../../src/engine/model.ts";
import { plainStage } from "../../src/engine/select.ts";
import { ComputeLimitExceeded, withComputeLimit } from "../../src/service/compute-limit.ts";

/** A call with a bound of 100 ms on a thread whose two clocks the test turns. */
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
