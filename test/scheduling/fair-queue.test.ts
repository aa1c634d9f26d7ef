import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFairQueue, type Queued } from "../../src/scheduling/fair-queue.ts";

const any = () => true;

function job(organisation: string, costMs: number, changes: Partial<Queued> = {}): Queued {
  return { organisation, costMs, weight: 1, sinceMs: 0, ...changes };
}

/** Adds a call of the same kind after each one taken, so that no queue becomes empty. */
function servedOf(kinds: readonly Queued[], takes: number): ReadonlyMap<string, number> {
  const queue = createFairQueue<Queued>();
  for (const kind of kinds) for (let waiting = 0; waiting < 4; waiting++) queue.put({ ...kind });
  const served = new Map<string, number>();
  for (let taken = 0; taken < takes; taken++) {
    const next = queue.take(any);
    if (next === null) throw new Error("a queue became empty");
    served.set(next.organisation, (served.get(next.organisation) ?? 0) + next.costMs);
    queue.put({ ...next });
  }
  return served;
}

describe("organisations that always have calls waiting", () => {
  test("get equal time, regardless of what their calls cost", () => {
    const served = servedOf([job("short", 1), job("long", 100)], 20_000);
    expect((served.get("short") ?? 0) / (served.get("long") ?? 1)).toBeCloseTo(1, 1);
  });

  test("get time in proportion to their weights", () => {
    const served = servedOf([job("free", 10), job("scale", 10, { weight: 16 })], 20_000);
    expect((served.get("scale") ?? 0) / (served.get("free") ?? 1)).toBeCloseTo(16, 0);
  });

  test("never differ from their share by more than a few calls and quanta", () => {
    const kind = fc.record({ costMs: fc.integer({ min: 1, max: 300 }), weight: fc.integer({ min: 1, max: 16 }) });
    fc.assert(
      fc.property(fc.array(kind, { minLength: 2, maxLength: 8 }), (kinds) => {
        const served = servedOf(
          kinds.map(({ costMs, weight }, at) => job(`o${at}`, costMs, { weight })),
          3_000,
        );
        const normalised = kinds.map(({ weight }, at) => (served.get(`o${at}`) ?? 0) / weight);
        const longest = Math.max(...kinds.map(({ costMs, weight }) => costMs / weight));
        expect(Math.max(...normalised) - Math.min(...normalised)).toBeLessThan(2 * longest + 60);
      }),
    );
  });
});

test("an organisation that was idle goes before those that have waited", () => {
  const queue = createFairQueue<Queued>();
  for (let waiting = 0; waiting < 8; waiting++) queue.put(job("busy", 20));
  for (let taken = 0; taken < 3; taken++) queue.take(any);
  queue.put(job("polite", 10));
  expect(queue.take(any)?.organisation).toBe("polite");
  expect(queue.take(any)?.organisation).toBe("busy");
});

test("one that becomes idle after each call does not go first again at once", () => {
  const queue = createFairQueue<Queued>();
  for (let waiting = 0; waiting < 50; waiting++) queue.put(job("busy", 10));
  let served = 0;
  for (let taken = 0; taken < 40; taken++) {
    if (queue.of("single")?.jobs.length !== 1) queue.put(job("single", 10));
    if (queue.take(any)?.organisation === "single") served += 1;
  }
  expect(served).toBeGreaterThan(15);
  expect(served).toBeLessThan(25);
});

test("an organisation owes the time that a call took beyond its expected cost", () => {
  const queue = createFairQueue<Queued>();
  for (let waiting = 0; waiting < 60; waiting++) for (const name of ["heavy", "fair"]) queue.put(job(name, 10));
  expect(queue.take(any)?.organisation).toBe("heavy");
  queue.charge(job("heavy", 10), 300);
  const next = Array.from({ length: 28 }, () => queue.take(any)?.organisation);
  expect(new Set(next)).toEqual(new Set(["fair"]));
});

test("it owes that time even if it has left the lists before the call ends", () => {
  const queue = createFairQueue<Queued>();
  queue.put(job("heavy", 10));
  queue.take(any);
  queue.put(job("fair", 1));
  queue.take(any);
  expect(queue.of("heavy")).toBeNull();
  queue.charge(job("heavy", 10), 300);
  for (let waiting = 0; waiting < 30; waiting++) for (const name of ["heavy", "fair"]) queue.put(job(name, 10));
  const next = Array.from({ length: 20 }, () => queue.take(any)?.organisation);
  expect(new Set(next)).toEqual(new Set(["fair"]));
});

test("a call that the thread may not take does not block those of others", () => {
  const queue = createFairQueue<Queued>();
  queue.put(job("a", 500));
  queue.put(job("b", 1));
  expect(queue.take(({ costMs }) => costMs < 10)?.organisation).toBe("b");
  expect(queue.take(({ costMs }) => costMs < 10)).toBeNull();
  expect([queue.length(), queue.take(any)?.organisation]).toEqual([1, "a"]);
});

describe("within an organisation", () => {
  test("a short call overtakes a long one", () => {
    const queue = createFairQueue<Queued>();
    queue.put(job("a", 500));
    queue.put(job("a", 10, { sinceMs: 100 }));
    expect([queue.take(any)?.costMs, queue.take(any)?.costMs]).toEqual([10, 500]);
  });

  test("but not one that arrived long before it", () => {
    const queue = createFairQueue<Queued>();
    queue.put(job("a", 500));
    queue.put(job("a", 10, { sinceMs: 2_000 }));
    expect(queue.take(any)?.costMs).toBe(500);
  });
});

test("a removed call is not taken", () => {
  const queue = createFairQueue<Queued>();
  const one = job("a", 1);
  queue.put(one);
  expect([queue.remove(one), queue.remove(one), queue.take(any)]).toEqual([true, false, null]);
});

const MEGABYTE = 1e6;

/** Collects only the young generation, until all live objects are in the old one. */
function age(): void {
  setFlagsFromString("--expose-gc");
  const gc: (options: { type: "minor" }) => void = runInNewContext("gc");
  for (let times = 0; times < 4; times++) gc({ type: "minor" });
}

test("a queue in long use references no finished call, even before a full collection", () => {
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
