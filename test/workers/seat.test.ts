// What a seat sends to its thread and when, over threads that do as they are told.
import { expect, test } from "vitest";
import type { CallForWorker } from "../../src/workers/messages.ts";
import { createSeat, type Seat } from "../../src/workers/seat.ts";
import type { ThreadListener } from "../../src/workers/thread.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

const caller = { organisation: "o", keyId: "k", tier: generousTier };
const LONGEST_MS = 1_000;
const GRACE_MS = 20;

function started(ready = true) {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const heard: string[] = [];
  /** What each thread was sent and asked, the last thread last. */
  const threads: { readonly sent: number[]; readonly asked: number[]; readonly tell: ThreadListener }[] = [];
  const seat: Seat<string> = createSeat<string>(
    (tell) => {
      const [sent, asked]: [number[], number[]] = [[], []];
      threads.push({ sent, asked, tell });
      const send = ({ slot }: CallForWorker) => void sent.push(slot);
      return { send, hear: () => {}, askToStop: (slot) => void asked.push(slot), end: async () => {} };
    },
    clock,
    {
      onBegun: (job) => void heard.push(`${job} begun`),
      onMessage: (job, { kind }) => void heard.push(`${job} ${kind}`),
      onLost: (job, why) => void heard.push(`${job} lost: ${why}`),
      onReturned: (job) => void heard.push(`${job} returned`),
      onFree: () => void heard.push("free"),
      onReady: () => {},
    },
  );
  seat.start();
  const request = { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: "/", headers: {} } as const;
  const work = (job: string, brief = true) => {
    const call = { request: { ...request, body: Buffer.alloc(0) }, caller, traced: false };
    seat.work(job, call, { msMax: LONGEST_MS, brief });
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
  const takes = () => [seat.free(), seat.takesAhead()];
  if (ready) last().tell.onMessage({ kind: "ready" });
  return { clock, seat, heard, threads, work, last, answer, takes };
}

test("a brief job is sent while a brief one is worked on, and one alone", () => {
  const { work, takes, last } = started();
  expect(takes()).toEqual([true, false]);
  work("a");
  expect(takes()).toEqual([false, true]);
  work("b");
  expect(takes()).toEqual([false, false]);
  expect(new Set(last().sent).size).toBe(2);
});

test("nothing is sent behind a job that is not brief", () => {
  const { work, takes } = started();
  work("a", false);
  expect(takes()).toEqual([false, false]);
});

test("what was sent ahead begins with the answer to the one before, and messages are its own from then on", () => {
  const { work, answer, last, heard, takes } = started();
  work("a");
  work("b");
  answer();
  last().tell.onMessage({ kind: "meanwhile", facts: {}, stages: [] });
  expect(heard).toEqual(["a begun", "a answered", "b begun", "free", "b meanwhile"]);
  expect(takes()).toEqual([false, true]);
  answer();
  expect(takes()).toEqual([true, false]);
});

test("the longest run counts from the moment at which a job begins", () => {
  const { clock, work, answer, heard } = started();
  work("a");
  work("b");
  clock.pass(LONGEST_MS - 1);
  answer();
  clock.pass(LONGEST_MS - 1);
  expect(heard).not.toContain("b lost: hung");
  clock.pass(1);
  expect(heard).toContain("b lost: hung");
});

test("a thread that dies loses the job it was at, and gives back the one it had not come to", () => {
  const { work, heard, last, takes } = started();
  work("a");
  work("b");
  last().tell.onDeath(new Error("out of memory"));
  expect(heard).toEqual(["a begun", "a lost: died", "b returned", "free"]);
  expect(takes()).toEqual([true, false]);
});

test("a job that is stopped before it begins leaves its thread and the job ahead of it alone", () => {
  const { clock, seat, work, last, answer, heard, threads } = started();
  work("a");
  work("b");
  seat.stop("b", new DOMException("gone", "AbortError"), GRACE_MS);
  clock.pass(GRACE_MS);
  expect(last().asked).toEqual(last().sent.slice(1));
  answer();
  answer();
  expect(heard).toEqual(["a begun", "a answered", "b begun", "free", "b answered", "free"]);
  expect(threads.length).toBe(1);
});

test("a thread that is still starting when its job is stopped starts on, and answers the next", () => {
  const { clock, seat, work, answer, heard, threads } = started(false);
  work("a", false);
  seat.stop("a", new DOMException("gone", "AbortError"), GRACE_MS);
  clock.pass(GRACE_MS);
  expect(threads.map(({ asked }) => asked.length)).toEqual([1]);
  threads[0]?.tell.onMessage({ kind: "ready" });
  answer();
  work("b", false);
  answer();
  expect(heard).toEqual(["a begun", "a ready", "a answered", "free", "b begun", "b answered", "free"]);
});

test("closing names all that it held", async () => {
  const { seat, work } = started();
  work("a");
  work("b");
  expect(await seat.close()).toEqual(["a", "b"]);
});
