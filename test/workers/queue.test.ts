import { expect, test } from "vitest";
import { createQueue } from "../../src/workers/queue.ts";

function filled(...jobs: readonly (readonly [bytes: number, sinceMs: number])[]) {
  const queue = createQueue<{ bytes: number; sinceMs: number }>(10);
  for (const [bytes, sinceMs] of jobs) queue.put({ bytes, sinceMs });
  return queue;
}

function drained(queue: ReturnType<typeof filled>, nowMs: number): readonly number[] {
  const bytes: number[] = [];
  for (let job = queue.take(nowMs); job !== null; job = queue.take(nowMs)) bytes.push(job.bytes);
  return bytes;
}

test("the smallest goes first, of equals the oldest", () => {
  const queue = filled([500, 0], [100, 1], [300, 2]);
  expect(drained(queue, 10)).toEqual([100, 300, 500]);
  const [first, second] = [
    { bytes: 7, sinceMs: 0 },
    { bytes: 7, sinceMs: 1 },
  ];
  queue.put(first);
  queue.put(second);
  expect(queue.take(2)).toBe(first);
});

test("who has waited long is overtaken no more", () => {
  expect(drained(filled([500, 0], [100, 900], [50, 950]), 1_001)).toEqual([500, 50, 100]);
});

test("what does not fit is not taken in, what is removed does not come out", () => {
  const queue = createQueue<{ bytes: number; sinceMs: number }>(1);
  const job = { bytes: 1, sinceMs: 0 };
  expect([queue.put(job), queue.put({ bytes: 1, sinceMs: 0 }), queue.length()]).toEqual([true, false, 1]);
  queue.remove(job);
  expect([queue.take(0), queue.length()]).toEqual([null, 0]);
});
