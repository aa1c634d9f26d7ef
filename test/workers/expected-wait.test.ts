// Which calls a pool takes while its one thread is at work: those it is expected to come to soon.
import { expect, test } from "vitest";
import type { WholeRequest } from "../../src/wire/whole.ts";
import type { FromWorker } from "../../src/workers/messages.ts";
import { createWorkerPool } from "../../src/workers/pool.ts";
import { manualClock } from "../gateway/manual-clock.ts";

const caller = {
  organisation: "o",
  keyId: "k",
  tier: { name: "t", maxInputTokens: 1, maxRecords: 1, ratePerSecond: 1, burst: 1, dailyQuota: null },
};

/** A pool over one thread that answers when told. */
function started(queueMax = 1_000) {
  const clock = manualClock("2030-01-01T00:00:00Z");
  let tell: (message: FromWorker) => void = () => {};
  const pool = createWorkerPool({
    workers: 1,
    queueMax,
    runMsMax: 1e9,
    startThread: ({ onMessage }) => {
      tell = onMessage;
      return { send: () => {}, askToStop: () => {}, end: async () => {} };
    },
    onEvent: () => {},
    clock,
  });
  pool.start();
  const send = (bytes: number) => {
    const body = Buffer.alloc(bytes);
    const request: WholeRequest = {
      protocol: "rest",
      httpVersion: "1.1",
      httpMethod: "POST",
      target: "/",
      headers: {},
      body,
    };
    const { signal } = new AbortController();
    void pool.answer(request, { caller, signal, report: () => {}, stageRan: () => {}, queued: () => {} });
  };
  /** The thread has worked for so long on its call, and answers. */
  const answer = (milliseconds: number) => {
    clock.pass(milliseconds);
    tell({ kind: "answered", reply: { status: 200, headers: {}, body: "" } });
  };
  const sendMany = (count: number, bytes: number) => {
    for (let call = 0; call < count; call++) send(bytes);
    return pool.load().waiting;
  };
  return { clock, pool, send, answer, sendMany };
}

test("of many equal calls at once, those are taken that wait for some times as long as they run", () => {
  const { sendMany, pool } = started();
  // One runs; 20 ms and eight runs of 12 ms are filled by nine more.
  expect(sendMany(50, 100_000)).toBe(9);
  expect(pool.expected(100_000)).toBeNull();
});

test("a small call goes ahead of large ones, and is taken where a large one is not", () => {
  const { clock, send, sendMany, pool } = started();
  send(100_000);
  sendMany(30, 1_000_000);
  // The one that runs should have been done by now, and may take as long again.
  clock.pass(13);
  expect([pool.expected(1_000_000), pool.expected(40_000)]).toEqual([null, { waitMs: 13, runMs: expect.any(Number) }]);
});

test("a thread that turns out to be slow makes the queue shorter in calls, and not in runs", () => {
  const { answer, sendMany, send } = started();
  for (let call = 0; call < 100; call++) {
    send(100_000);
    answer(50);
  }
  expect(sendMany(50, 100_000)).toBe(8);
});

test("the number of those who wait is bounded whatever the wait", () => {
  const { sendMany } = started(3);
  expect(sendMany(10, 1_000)).toBe(3);
});
