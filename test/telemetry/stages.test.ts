import { beforeEach, describe, expect, test } from "vitest";
import { InjectedFault, type StageRecord, stagesOf } from "../../src/telemetry/stages.ts";

const never = new AbortController().signal;

const ran: StageRecord[] = [];
const onRan = (record: StageRecord) => ran.push(record);

beforeEach(() => {
  ran.length = 0;
});

describe("a stage", () => {
  test("returns the result of its work, and is recorded with its times and counts", async () => {
    const stage = stagesOf(onRan, never, null);
    const result = await stage(
      "score",
      () => 42,
      (value) => ({ scored_records: value, engaged: true }),
    );
    expect(result).toBe(42);
    expect(ran).toMatchObject([{ name: "score", facts: { scored_records: 42, engaged: true }, error: null }]);
    expect((ran[0]?.endedAtMs ?? 0) - (ran[0]?.startedAtMs ?? 0)).toBeGreaterThanOrEqual(0);
  });

  test("that throws is recorded with the class of the error, without its message", async () => {
    const stage = stagesOf(onRan, never, null);
    const failing = stage("pack", () => {
      throw new RangeError("words of the caller");
    });
    await expect(failing).rejects.toThrow("words of the caller");
    expect(ran).toMatchObject([{ name: "pack", facts: {}, error: "RangeError" }]);
    expect(JSON.stringify(ran)).not.toContain("caller");
  });

  test("does not start once the call is over, and throws the reason", async () => {
    const call = new AbortController();
    const stage = stagesOf(onRan, call.signal, null);
    const reason = new Error("gone");
    call.abort(reason);
    let started = false;
    const ended = stage("gate", () => {
      started = true;
    });
    await expect(ended).rejects.toBe(reason);
    expect([started, ran]).toEqual([false, []]);
  });

  test("fails if the setting names it, and no other does", async () => {
    const stage = stagesOf(onRan, never, "gate");
    expect(await stage("score", () => 1)).toBe(1);
    await expect(stage("gate", () => 1)).rejects.toBeInstanceOf(InjectedFault);
  });
});
