// When the next thread is started, over threads that do as they are told.
import { expect, test } from "vitest";
import type { EndReason } from "../../src/telemetry/readings.ts";
import { keepThread } from "../../src/workers/kept-thread.ts";
import type { ThreadListener } from "../../src/workers/thread.ts";
import { manualClock } from "../time/manual-clock.ts";

function kept() {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const started: ThreadListener[] = [];
  let ended = 0;
  const thread = keepThread(
    (listener) => {
      started.push(listener);
      const end = async () => {
        ended += 1;
      };
      return { send: () => {}, hear: () => {}, askToStop: () => {}, end };
    },
    clock,
    { onMessage: () => {}, onDeath: () => thread.replace("died") },
  );
  thread.ensure();
  return { clock, thread, started, ended: () => ended };
}

test.each<[EndReason, boolean, number | null]>([
  ["died", true, null],
  ["hung", true, null],
  ["died", false, 1_000],
  ["hung", false, 1_000],
  ["stopped", true, 5_000],
  ["stopped", false, 5_000],
])("one that %s (ready: %s) is followed by the next after %s ms", (why, ready, waitMs) => {
  const { clock, thread, started, ended } = kept();
  if (ready) started[0]?.onMessage({ kind: "ready" });
  thread.replace(why);
  expect([ended(), clock.untilNext(), started.length]).toEqual([1, waitMs, waitMs === null ? 2 : 1]);
  clock.pass(waitMs ?? 0);
  expect([thread.present() === null, started.length]).toEqual([false, 2]);
});

test("a job starts one at once behind one that was stopped, and none behind one that could not start", () => {
  const stopped = kept();
  stopped.thread.replace("stopped");
  expect([stopped.thread.usable(), stopped.thread.failing()]).toEqual([true, false]);
  stopped.thread.ensure();
  expect([stopped.started.length, stopped.clock.untilNext()]).toEqual([2, null]);

  const unable = kept();
  unable.started[0]?.onDeath(new Error("no memory"));
  expect([unable.thread.usable(), unable.thread.failing()]).toEqual([false, true]);
  unable.thread.ensure();
  expect(unable.started.length).toBe(1);
});

test("one that becomes ready ends the failing of those before it", () => {
  const { clock, thread, started } = kept();
  thread.replace("died");
  clock.pass(1_000);
  expect([thread.usable(), thread.failing(), thread.ready()]).toEqual([true, true, false]);
  started[1]?.onMessage({ kind: "ready" });
  expect([thread.failing(), thread.ready()]).toEqual([false, true]);
});

test("closing calls the next one off", async () => {
  const { clock, thread, started } = kept();
  thread.replace("stopped");
  await thread.close();
  expect([clock.untilNext(), thread.usable(), started.length]).toEqual([null, false, 1]);
});
