import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createFairQueue, type Queued } from "../../src/scheduling/fair-queue.ts";
import { takeOut } from "../../src/scheduling/take-out.ts";

test("takes out the one and leaves the others in their order", () => {
  const list = ["a", "b", "c"];
  expect([takeOut(list, "b"), takeOut(list, "b")]).toEqual([true, false]);
  expect(list).toEqual(["a", "c"]);
});

const MEGABYTE = 1e6;

/** Collects the young generation alone, until what lives is in the old one. */
function age(): void {
  setFlagsFromString("--expose-gc");
  const gc: (options: { type: "minor" }) => void = runInNewContext("gc");
  for (let times = 0; times < 4; times++) gc({ type: "minor" });
}

test("a queue in use for long holds nothing of calls that are over, before any full collection", () => {
  const queue = createFairQueue<Queued & { readonly holds: readonly number[] }>();
  const holds = () => Array.from({ length: 2_000 }, (_, at) => at);
  const call = () => queue.put({ organisation: "acme", weight: 1, costMs: 1, sinceMs: 0, holds: holds() });
  const answer = () => queue.take(() => true) !== null;
  for (let waiting = 0; waiting < 3; waiting++) call();
  age();
  const before = process.memoryUsage().heapUsed;
  let answered = 0;
  for (let calls = 0; calls < 600; calls++) {
    call();
    if (answer()) answered += 1;
  }
  age();
  expect(answered).toBe(600);
  // 16 kB each.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 * MEGABYTE);
});
