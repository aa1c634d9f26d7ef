import { expect, test } from "vitest";
import { createQueue } from "../../src/scheduling/queue.ts";

const asIs = (bytes: number) => bytes;

function filled(...jobs: readonly (readonly [bytes: number, sinceMs: number])[]) {
  const queue = createQueue<{ bytes: number; sinceMs: number }>();
  for (const [bytes, sinceMs] of jobs) queue.put({ bytes, sinceMs });
  return queue;
}

function drained(queue: ReturnType<typeof filled>): readonly number[] {
  const bytes: number[] = [];
  for (let job = queue.take(); job !== null; job = queue.take()) bytes.push(job.bytes);
  return bytes;
}

test("the smallest goes first, of equals the oldest", () => {
  const queue = filled([500_000, 0], [100_000, 1], [300_000, 2]);
  expect(drained(queue)).toEqual([100_000, 300_000, 500_000]);
  const [first, second] = [
    { bytes: 7, sinceMs: 0 },
    { bytes: 7, sinceMs: 1 },
  ];
  queue.put(first);
  queue.put(second);
  expect(queue.take()).toBe(first);
});

test("a call lets smaller ones go first for about as long as it takes itself", () => {
  const megabytes = 6 * 1024 * 1024;
  expect(drained(filled([megabytes, 0], [100, 1_100], [50, 1_300]))).toEqual([100, megabytes, 50]);
});

test("those ahead of a call are those that would be taken before it", () => {
  const queue = filled([500_000, 0], [100, 5], [40_000, 6]);
  expect(queue.ahead({ bytes: 40_000, sinceMs: 7 }, asIs)).toBe(100 + 40_000);
});

test("the next one stays where it is when it is not wanted", () => {
  const queue = filled([500_000, 0], [100, 5]);
  expect([queue.take(({ bytes }) => bytes > 100), queue.length()]).toEqual([null, 2]);
  expect(queue.take(({ bytes }) => bytes === 100)).toMatchObject({ bytes: 100 });
  expect(queue.untaken()).toEqual([{ bytes: 500_000, sinceMs: 0 }]);
});

test("what is removed does not come out", () => {
  const queue = createQueue<{ bytes: number; sinceMs: number }>();
  const job = { bytes: 1, sinceMs: 0 };
  queue.put(job);
  queue.remove(job);
  expect([queue.take(), queue.length()]).toEqual([null, 0]);
});

test("one that is taken waits until it is removed, and stands ahead of all others", () => {
  const queue = filled();
  const large = { bytes: 500_000, sinceMs: 0 };
  queue.put(large);
  queue.take();
  queue.put({ bytes: 100, sinceMs: 5 });
  expect(queue.ahead({ bytes: 1, sinceMs: 0 }, asIs)).toBe(large.bytes);
  expect([queue.length(), queue.untaken()]).toEqual([2, [{ bytes: 100, sinceMs: 5 }]]);
  queue.remove(large);
  expect([queue.length(), queue.ahead({ bytes: 1, sinceMs: 0 }, asIs)]).toEqual([1, 0]);
});
