// Which calls a pool takes while its one thread is at work: those it is expected to come to soon.
import { expect, test } from "vitest";
import type { WholeRequest } from "../../src/protocols/reply.ts";
import type { FromWorker } from "../../src/workers/messages.ts";
import { createWorkerPool, PATIENCE } from "../../src/workers/pool.ts";
import { manualClock } from "../time/manual-clock.ts";

const caller = {
  organisation: "o",
  keyId: "k",
  tier: { name: "t", maxInputTokens: 1, maxRecords: 1, ratePerSecond: 1, burst: 1, dailyQuota: null },
};

/** A pool over one thread that answers when told. */
function started(queueMax = 1_000) {
  const clock = manualClock("2030-01-01T00:00:00Z");
  let tell: (message: FromWorker) => void = () => {};
  let sent = 0;
  const pool = createWorkerPool({
    workers: 1,
    queueMax,
    patience: PATIENCE,
    runMsMax: 1e9,
    startThread: ({ onMessage }) => {
      tell = onMessage;
      const take = () => {
        sent += 1;
      };
      return { send: take, hear: () => {}, askToStop: () => {}, end: async () => {} };
    },
    onEvent: () => {},
    clock,
  });
  pool.start(() => {});
  const atStart = pool.expected(7_000);
  tell({ kind: "ready" });
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
    const leaves = new AbortController();
    const { signal } = leaves;
    void pool.answer(request, {
      caller,
      signal,
      report: () => {},
      traced: false,
      stageRan: () => {},
      queued: () => {},
    });
    return leaves;
  };
  /** The thread has worked for so long on its call, and answers. */
  const answer = (milliseconds: number) => {
    clock.pass(milliseconds);
    tell({ kind: "answered", reply: { status: 200, headers: {}, body: "" }, facts: {}, stages: [] });
  };
  const sendMany = (count: number, bytes: number) => {
    for (let call = 0; call < count; call++) send(bytes);
    return pool.load().waiting;
  };
  return { clock, pool, atStart, send, answer, sendMany, sent: () => sent };
}

/** More than a burst lasts, in milliseconds. */
const A_WHILE = 600;

test("a burst of equal calls is taken, as far as the queue is long", () => {
  const { sendMany, pool } = started();
  expect(sendMany(50, 100_000)).toBe(49);
  expect(pool.expected(100_000)).toMatchObject({ waitMs: expect.closeTo(50 * 12, -2) });
});

test("a call waits for a thread to start, at first and when the last one was ended with a call given up", () => {
  const { atStart, pool, send, clock } = started();
  const ready = pool.expected(7_000);
  send(6_000_000).abort();
  // More than such a call gets to end by itself.
  clock.pass(100);
  expect([atStart, ready, pool.expected(7_000)]).toMatchObject([{ waitMs: 300 }, { waitMs: 0 }, { waitMs: 300 }]);
});

test("not even in a burst does one wait behind fifteen seconds of work, and those before it are none the worse", () => {
  const { clock, sendMany, pool } = started();
  // Of .7 s each.
  expect(sendMany(60, 6_000_000)).toBe(22);
  expect([pool.expected(6_000_000), pool.expected(40_000)]).toEqual([null, expect.anything()]);
  clock.pass(1);
  expect(sendMany(1, 6_000_000)).toBe(22);
});

test("when calls have waited for a while, none is taken beyond twice the burst that would wait for many runs", () => {
  const { clock, answer, pool, send, sendMany } = started();
  sendMany(15, 100_000);
  clock.pass(A_WHILE);
  expect(sendMany(14, 100_000)).toBe(28);
  expect(pool.expected(100_000)).toBeNull();
  answer(12);
  expect(pool.expected(100_000)).not.toBeNull();
  send(100_000);
  expect(pool.expected(100_000)).toBeNull();
});

test("once one is turned away, those that have waited for long are as well, and few may wait", () => {
  const { clock, answer, pool, sendMany } = started();
  sendMany(15, 100_000);
  clock.pass(A_WHILE);
  sendMany(14, 100_000);
  clock.pass(A_WHILE);
  expect(sendMany(1, 100_000)).toBe(0);
  // 2 ms and a run of 12 ms are those of one call, and one more may follow.
  expect(sendMany(20, 100_000)).toBe(2);
  answer(12);
  expect([pool.expected(100_000), pool.load().waiting]).toEqual([expect.anything(), 1]);
});

test("a queue that was empty in between is a new one", () => {
  const { clock, answer, pool, sendMany } = started();
  sendMany(3, 100_000);
  clock.pass(A_WHILE);
  for (let call = 0; call < 3; call++) answer(12);
  expect(sendMany(50, 100_000)).toBe(49);
  expect(pool.expected(100_000)).not.toBeNull();
});

test("a small call goes ahead of large ones, and is taken where a large one is not, whatever runs", () => {
  const { clock, send, sendMany, pool } = started();
  send(6_000_000);
  send(50_000);
  clock.pass(A_WHILE);
  sendMany(30, 1_000_000);
  expect([pool.expected(1_000_000), pool.expected(40_000)]).toEqual([
    null,
    { waitMs: expect.any(Number), runMs: expect.any(Number) },
  ]);
});

test("a thread that turns out to be slow has as many calls waiting for it as a quick one", () => {
  const taken = [12, 60].map((milliseconds) => {
    const { answer, clock, send, sendMany } = started();
    for (let call = 0; call < 100; call++) {
      send(100_000);
      answer(milliseconds);
    }
    sendMany(20, 100_000);
    clock.pass(A_WHILE);
    sendMany(19, 100_000);
    clock.pass(A_WHILE);
    sendMany(1, 100_000);
    return sendMany(20, 100_000);
  });
  expect(taken).toEqual([2, 2]);
});

test.each([
  ["small calls, the next is with the thread already", 7_000, 2],
  ["large ones, each is sent upon the answer to the last", 100_000, 1],
])("of %s, and waits all the same", (_, bytes, withThread) => {
  const { sendMany, sent, answer, pool } = started();
  expect([sendMany(5, bytes), sent()]).toEqual([4, withThread]);
  answer(1);
  expect([pool.load().waiting, sent()]).toEqual([3, withThread + 1]);
});

test("the number of those who wait is bounded whatever the wait", () => {
  const { sendMany } = started(3);
  expect(sendMany(10, 1_000)).toBe(3);
});
