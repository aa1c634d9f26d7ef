// What a slot sends to its thread and when, and when it starts the next thread. The test controls the threads.
import { expect, test } from "vitest";
import type { CallForWorker } from "../../src/workers/messages.ts";
import type { ThreadListener } from "../../src/workers/thread.ts";
import { createWorkerSlot, type WorkerSlot } from "../../src/workers/worker-slot.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

const caller = { organisation: "o", keyId: "k", tier: generousTier };
const LONGEST_MS = 1_000;
const GRACE_MS = 20;

function started(ready = true) {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const events: string[] = [];
  /** The messages and requests that each thread received, the last thread last. */
  const threads: { readonly sent: number[]; readonly asked: number[]; readonly tell: ThreadListener }[] = [];
  const slot: WorkerSlot<string> = createWorkerSlot<string>(
    (tell) => {
      const [sent, asked]: [number[], number[]] = [[], []];
      threads.push({ sent, asked, tell });
      const send = ({ stopCell }: CallForWorker) => void sent.push(stopCell);
      return { send, poll: () => {}, askToStop: (cell) => void asked.push(cell), end: async () => {} };
    },
    clock,
    {
      onBegun: (job) => void events.push(`${job} begun`),
      onMessage: (job, { kind }) => void events.push(`${job} ${kind}`),
      onLost: (job, why) => void events.push(`${job} lost: ${why}`),
      onReturned: (job) => void events.push(`${job} returned`),
      onFree: () => void events.push("free"),
      onReady: () => {},
    },
  );
  slot.start();
  const request = { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: "/", headers: {} } as const;
  const work = (job: string, brief = true) => {
    const call = { request: { ...request, body: Buffer.alloc(0) }, caller, traced: false };
    slot.work(job, call, { msMax: LONGEST_MS, brief });
  };
  const last = () => {
    const thread = threads.at(-1);
    if (thread === undefined) throw new Error("no thread was started");
    return thread;
  };
  const answer = () =>
    last().tell.onMessage({
      kind: "answered",
      reply: { status: 200, headers: {}, body: "" },
      cpuMs: 1,
      facts: {},
      stages: [],
    });
  const takes = () => [slot.free(), slot.takesAhead()];
  if (ready) last().tell.onMessage({ kind: "ready" });
  return { clock, slot, events, threads, work, last, answer, takes };
}

test("a short job is sent while another short job runs, but no third one", () => {
  const { work, takes, last } = started();
  expect(takes()).toEqual([true, null]);
  work("a");
  expect(takes()).toEqual([false, "a"]);
  work("b");
  expect(takes()).toEqual([false, null]);
  expect(new Set(last().sent).size).toBe(2);
});

test("nothing is sent while a long job runs", () => {
  const { work, takes } = started();
  work("a", false);
  expect(takes()).toEqual([false, null]);
});

test("a job sent in advance starts after the reply to the previous one, and later messages belong to it", () => {
  const { work, answer, last, events, takes } = started();
  work("a");
  work("b");
  answer();
  last().tell.onMessage({ kind: "progress", facts: {}, stages: [] });
  expect(events).toEqual(["a begun", "a answered", "b begun", "free", "b progress"]);
  expect(takes()).toEqual([false, "b"]);
  answer();
  expect(takes()).toEqual([true, null]);
});

test("the longest run counts from the start of a job", () => {
  const { clock, work, answer, events } = started();
  work("a");
  work("b");
  clock.pass(LONGEST_MS - 1);
  answer();
  clock.pass(LONGEST_MS - 1);
  expect(events).not.toContain("b lost: hung");
  clock.pass(1);
  expect(events).toContain("b lost: hung");
});

test("a thread that dies loses its running job and returns the one it has not started", () => {
  const { work, events, last, takes } = started();
  work("a");
  work("b");
  last().tell.onDeath(new Error("out of memory"));
  expect(events).toEqual(["a begun", "a lost: died", "b returned", "free"]);
  expect(takes()).toEqual([true, null]);
});

test("stopping a job before it starts does not affect its thread or the job before it", () => {
  const { clock, slot, work, last, answer, events, threads } = started();
  work("a");
  work("b");
  slot.stop("b", new DOMException("gone", "AbortError"), GRACE_MS);
  clock.pass(GRACE_MS);
  expect(last().asked).toEqual(last().sent.slice(1));
  answer();
  answer();
  expect(events).toEqual(["a begun", "a answered", "b begun", "free", "b answered", "free"]);
  expect(threads.length).toBe(1);
});

test("stopping a job does not interrupt a thread that is still starting, which answers the next job", () => {
  const { clock, slot, work, answer, events, threads } = started(false);
  work("a", false);
  slot.stop("a", new DOMException("gone", "AbortError"), GRACE_MS);
  clock.pass(GRACE_MS);
  expect(threads.map(({ asked }) => asked.length)).toEqual([1]);
  threads[0]?.tell.onMessage({ kind: "ready" });
  answer();
  work("b", false);
  answer();
  expect(events).toEqual(["a begun", "a ready", "a answered", "free", "b begun", "b answered", "free"]);
});

test("closing returns the running job and the waiting one", async () => {
  const { slot, work } = started();
  work("a");
  work("b");
  expect(await slot.close()).toEqual(["a", "b"]);
});

type Started = ReturnType<typeof started>;

function hang({ work, clock }: Started): void {
  work("a");
  clock.pass(LONGEST_MS);
}

function stop({ work, slot, clock }: Started): void {
  work("a");
  slot.stop("a", null, 0);
  clock.pass(0);
}

test.each<[string, number | null, boolean, (each: Started) => void]>([
  ["died when it was ready", null, true, ({ last }) => last().tell.onDeath(null)],
  ["died before it was ready", 1_000, false, ({ last }) => last().tell.onDeath(null)],
  ["hung", null, true, hang],
  ["hung before it was ready", 1_000, false, hang],
  ["was stopped", 5_000, true, stop],
])("after a thread that %s, the next starts after %s ms", (_why, waitMs, ready, end) => {
  const each = started(ready);
  end(each);
  expect([each.clock.untilNext(), each.threads.length]).toEqual([waitMs, waitMs === null ? 2 : 1]);
  each.clock.pass(waitMs ?? 0);
  expect(each.threads.length).toBe(2);
});

test("a job starts the next thread at once if the last was stopped, but not if that could not start", () => {
  const stopped = started();
  stop(stopped);
  expect([stopped.slot.usable(), stopped.slot.failing()]).toEqual([true, false]);
  stopped.slot.start();
  expect([stopped.threads.length, stopped.clock.untilNext()]).toEqual([2, null]);

  const unable = started(false);
  unable.last().tell.onDeath(new Error("no memory"));
  expect([unable.slot.usable(), unable.slot.failing()]).toEqual([false, true]);
  unable.slot.start();
  expect(unable.threads.length).toBe(1);
});

test("a slot is failing until one of its threads becomes ready", () => {
  const { clock, slot, last } = started(false);
  last().tell.onDeath(null);
  clock.pass(1_000);
  expect([slot.usable(), slot.failing(), slot.ready()]).toEqual([true, true, false]);
  last().tell.onMessage({ kind: "ready" });
  expect([slot.failing(), slot.ready()]).toEqual([false, true]);
});

test("closing cancels the start of the next thread", async () => {
  const each = started();
  stop(each);
  await each.slot.close();
  expect([each.clock.untilNext(), each.slot.usable(), each.threads.length]).toEqual([null, false, 1]);
});
