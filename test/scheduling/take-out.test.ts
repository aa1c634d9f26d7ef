import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createLine } from "../../src/scheduling/line.ts";
import { takeOut } from "../../src/scheduling/take-out.ts";
import { systemClock } from "../../src/time/clock.ts";

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

test("a line in use for long holds nothing of calls that are over, before any full collection", () => {
  const line = createLine<{ bytes: number; sinceMs: number; holds: number[] }>({
    threads: 1,
    queueMax: Number.POSITIVE_INFINITY,
    patience: { ms: Number.POSITIVE_INFINITY, runs: 0 },
    onGivenUp: () => {},
    clock: systemClock,
  });
  const call = () => line.put({ bytes: 1, sinceMs: 0, holds: Array.from({ length: 2_000 }, (_, at) => at) });
  const answer = () => {
    const job = line.take();
    if (job === null) return false;
    line.begun(job);
    line.answered(job);
    return true;
  };
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
