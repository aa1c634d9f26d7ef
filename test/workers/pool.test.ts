// The pool with real threads that run a script: each call says what happens to its thread.
import { afterEach, describe, expect, test } from "vitest";
import { plainStage } from "../../src/engine/select.ts";
import type { BufferedReply, BufferedRequest } from "../../src/protocols/reply.ts";
import { createScheduler, type Scheduler } from "../../src/scheduling/scheduler.ts";
import type { CallFacts } from "../../src/service/call.ts";
import type { StageRecord } from "../../src/telemetry/stages.ts";
import { systemClock } from "../../src/time/clock.ts";
import type { ScheduledCall, ScheduledReply } from "../../src/workers/job.ts";
import { type PoolEvent, type PoolOptions, RUN_MS_MAX, STOP_GRACE_MS } from "../../src/workers/pool.ts";
import { MOVED_BYTES_MIN, threadStarter } from "../../src/workers/thread.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

const scripted = new URL("scripted-worker.ts", import.meta.url);
const caller = { organisation: "o", keyId: "k", tier: generousTier };
const unavailable = { refused: "unavailable", retryAfterMs: 1_000 };

let pool: Scheduler;
let events: PoolEvent[] = [];

afterEach(() => pool.close());

type Changes = Partial<Pick<PoolOptions, "clock">> & { readonly script?: URL };

function open(workers: number, { script = scripted, clock = systemClock }: Changes = {}): void {
  events = [];
  const startThread = threadStarter(script, { buildId: "", faultStage: null });
  const onEvent = (event: PoolEvent) => events.push(event);
  const threads = { workers, runMsMax: RUN_MS_MAX, startThread, onEvent, clock };
  // Only workers answer, even if a thread takes long to start.
  pool = createScheduler({ unary: null, workers: threads, clock });
}

function request(script: string, protocol: BufferedRequest["protocol"] = "rest"): BufferedRequest {
  const headers = { "content-type": "application/grpc" };
  return { protocol, httpVersion: "2.0", httpMethod: "POST", target: "/", headers, body: Buffer.from(script) };
}

function answered(whole: BufferedRequest, of: Omit<ScheduledCall, "stage">): Promise<ScheduledReply> {
  return pool.answer(whole, { ...of, stage: plainStage }, true);
}

function call(script: string, protocol?: BufferedRequest["protocol"]) {
  const over = new AbortController();
  const facts: CallFacts[] = [];
  const stages: StageRecord[] = [];
  const running = Promise.withResolvers<void>();
  const answer = answered(request(script, protocol), {
    caller,
    signal: over.signal,
    report: (fact) => {
      facts.push(fact);
      running.resolve();
    },
    traced: true,
    stageRan: (stage) => stages.push(stage),
    queued: () => {},
    computed: () => {},
  });
  return { answer, over, facts, stages, running: running.promise };
}

const replaced = () => events.flatMap((event) => (event.event === "worker_replaced" ? [event.why] : []));

describe("a call", () => {
  test("is answered by a thread, which reports its facts before the reply", async () => {
    open(1);
    const told = call("tell");
    expect(await told.answer).toMatchObject({ status: 200, body: "told" });
    expect(told.facts).toEqual([{ requestId: "told" }, { outcome: "select" }]);
    expect(told.stages).toMatchObject([{ name: "pack", facts: { units: 3 } }]);
    expect(events).toEqual([{ event: "fault", name: "RangeError", at: "" }]);
  });

  test("waits for a free thread, and several calls share the threads", async () => {
    open(2);
    pool.start();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => call(`echo:${at}`).answer));
    expect(answers).toMatchObject(Array.from({ length: 40 }, (_, at) => ({ body: String(at) })));
    expect(replaced()).toEqual([]);
  });

  test("completes when another call arrives, although the event loop does not turn", async () => {
    open(1);
    await call("echo:warm").answer;
    const { answer } = call("echo:progress");
    const until = performance.now() + 10_000;
    while (pool.load().busy > 0 && performance.now() < until) pool.accepts(caller, 0);
    expect(pool.load().busy).toBe(0);
    expect(await answer).toMatchObject({ body: "progress" });
  });
});

describe("the start", () => {
  test("a call that arrives before a thread is ready waits for it", async () => {
    open(2);
    pool.start();
    expect(await call("echo:first").answer).toMatchObject({ body: "first" });
    expect(pool.canStartWorkers()).toBe(true);
  });

  test("reports that no thread can be started", async () => {
    open(2, { script: new URL("no-such-worker.ts", import.meta.url) });
    pool.start();
    await expect.poll(() => pool.canStartWorkers()).toBe(false);
    expect(replaced()).toEqual(["died", "died"]);
  });
});

describe("a thread that dies", () => {
  test("is replaced, and the next thread answers its call", async () => {
    open(1);
    const first = await call("who").answer;
    const id = "body" in first ? String(first.body) : "";
    expect(await call(`dieAs:${id}`).answer).toMatchObject({ status: 200, body: "younger" });
    expect(replaced()).toEqual(["died"]);
    expect(pool.load()).toMatchObject({ busy: 0, replaced: { died: 1, hung: 0, stopped: 0 } });
  });

  test.each(["die", "throw"])("under every attempt (%s) rejects its call, and the next is served", async (how) => {
    open(1);
    await call("echo:warm").answer;
    expect(await call(how).answer).toEqual(unavailable);
    expect(replaced()).toEqual(["died", "died"]);
    expect(await call("echo:after").answer).toMatchObject({ body: "after" });
  });

  test("loses its large call, which is rejected at once", async () => {
    open(1);
    await call("echo:warm").answer;
    expect(await call(`die:${"x".repeat(MOVED_BYTES_MIN)}`).answer).toEqual(unavailable);
    expect(replaced()).toEqual(["died"]);
    expect(await call("echo:after").answer).toMatchObject({ body: "after" });
  });

  test("before it is ready leaves no call waiting", async () => {
    open(1, { script: new URL("no-such-worker.ts", import.meta.url) });
    expect(await call("echo:a").answer).toEqual(unavailable);
    expect(await call("echo:b").answer).toEqual(unavailable);
  });
});

describe("a thread that hangs", () => {
  test("is replaced, and its call is rejected", async () => {
    const clock = manualClock("2026-01-01T00:00:00Z");
    open(1, { clock });
    await call("echo:warm").answer;
    const spinning = call("spin");
    await spinning.running;
    clock.pass(RUN_MS_MAX);
    expect(await spinning.answer).toEqual(unavailable);
    expect(replaced()).toEqual(["hung"]);
    expect(await call("echo:after").answer).toMatchObject({ body: "after" });
  });
});

describe("a cancelled call", () => {
  test("that still waits is dropped and never started", async () => {
    open(1);
    const first = call("untilStopped");
    await first.running;
    const second = call("tell", "grpc");
    second.over.abort(new DOMException("late", "TimeoutError"));
    expect(await second.answer).toMatchObject({ headers: { "grpc-status": "4" } });
    expect(pool.load().waiting).toBe(0);
    first.over.abort();
    await call("echo:x").answer;
    expect(second.facts).toEqual([]);
  });

  test("ends at its next stage, and the thread continues", async () => {
    // The grace period never passes: on a busy machine the thread might not run within it.
    open(1, { clock: manualClock("2026-01-01T00:00:00Z") });
    const before = await call("who").answer;
    const running = call("untilStopped", "grpc");
    await running.running;
    running.over.abort();
    expect(await running.answer).toMatchObject({ headers: { "grpc-status": "1" } });
    expect(await call("who").answer).toEqual(before);
    expect(replaced()).toEqual([]);
  });

  test("ends its thread if the stage does not end within the grace period", async () => {
    const clock = manualClock("2026-01-01T00:00:00Z");
    open(1, { clock });
    await call("echo:warm").answer;
    const running = call("spin");
    await running.running;
    running.over.abort();
    expect(await running.answer).toMatchObject({ status: 503 });
    clock.pass(STOP_GRACE_MS - 1);
    expect(replaced()).toEqual([]);
    clock.pass(1);
    expect(replaced()).toEqual(["stopped"]);
    expect(await call("echo:after").answer).toMatchObject({ body: "after" });
  });

  test("that a thread has not started is never started", async () => {
    open(1);
    const over = new AbortController();
    over.abort();
    const reply = await answered(request("echo:x"), {
      caller,
      signal: over.signal,
      report: () => {},
      traced: false,
      stageRan: () => {},
      queued: () => {},
      computed: () => {},
    });
    expect(reply).toMatchObject({ status: 503 } satisfies Partial<BufferedReply>);
  });
});

test("closing rejects the remaining calls and accepts no new ones", async () => {
  open(1);
  const running = call("untilStopped");
  await running.running;
  const waiting = call("echo:a");
  await pool.close();
  expect(await Promise.all([running.answer, waiting.answer, call("echo:b").answer])).toEqual([
    unavailable,
    unavailable,
    unavailable,
  ]);
  expect(process.getActiveResourcesInfo()).not.toContain("Worker");
});
