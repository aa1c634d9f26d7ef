import { ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/gateway/clock.ts";
import { InjectedFault } from "../../src/telemetry/injected-fault.ts";
import { stagesOf } from "../../src/telemetry/stage.ts";
import { takeSpans } from "./recorded-spans.ts";

const never = new AbortController().signal;

beforeEach(() => {
  takeSpans();
});

describe("a stage", () => {
  test("returns what its work returns, in one span below the call's", async () => {
    const parent = trace.getTracer("test").startSpan("call");
    const stage = stagesOf({ context: trace.setSpan(ROOT_CONTEXT, parent), epochMs: 0 }, never, null, systemClock);
    const result = await stage(
      "score",
      () => 42,
      (value) => ({ scored_records: value, engaged: true }),
    );
    expect(result).toBe(42);
    const [span] = takeSpans();
    expect(span?.name).toBe("winnow.score");
    expect(span?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
    expect(span?.attributes).toEqual({ "winnow.scored_records": 42, "winnow.engaged": true });
    expect(span?.status.code).toBe(SpanStatusCode.UNSET);
  });

  test("that throws marks its span with the class of the error and nothing of its words", async () => {
    const stage = stagesOf({ context: ROOT_CONTEXT, epochMs: 0 }, never, null, systemClock);
    const failing = stage("pack", () => {
      throw new RangeError("words of the caller");
    });
    await expect(failing).rejects.toThrow("words of the caller");
    const [span] = takeSpans();
    expect(span?.attributes).toEqual({ "error.type": "RangeError" });
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.events).toEqual([]);
  });

  test("does not start once the call is over, and throws the reason", async () => {
    const call = new AbortController();
    const stage = stagesOf({ context: ROOT_CONTEXT, epochMs: 0 }, call.signal, null, systemClock);
    const reason = new Error("gone");
    call.abort(reason);
    let started = false;
    const ended = stage("gate", () => {
      started = true;
    });
    await expect(ended).rejects.toBe(reason);
    expect([started, takeSpans()]).toEqual([false, []]);
  });

  test("fails when it is the one that is asked to, and no other does", async () => {
    const stage = stagesOf({ context: ROOT_CONTEXT, epochMs: 0 }, never, "gate", systemClock);
    expect(await stage("score", () => 1)).toBe(1);
    await expect(stage("gate", () => 1)).rejects.toBeInstanceOf(InjectedFault);
  });

  test("lets other work have a turn after the thread was held, and an abort of that turn end the call", async () => {
    const call = new AbortController();
    const stage = stagesOf({ context: ROOT_CONTEXT, epochMs: 0 }, call.signal, null, systemClock);
    await stage("measure", () => {
      const until = performance.now() + 10;
      while (performance.now() < until);
    });
    setImmediate(() => call.abort());
    await expect(stage("segment", () => 1)).rejects.toMatchObject({ name: "AbortError" });
  });
});
