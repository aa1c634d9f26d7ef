import { afterEach, expect, test, vi } from "vitest";
import { createClearAway } from "../../src/workers/clear-away.ts";

afterEach(() => vi.unstubAllGlobals());

function collector() {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  let nowMs = 0;
  const clearAway = createClearAway(() => nowMs);
  return {
    collect,
    after: (milliseconds: number, bodyBytes: number) => {
      nowMs += milliseconds;
      clearAway(bodyBytes);
    },
  };
}

/** Nobody writes to it, so it takes no memory but in V8's books. Given back, lest the next test count it, too. */
function holdMuch(): () => void {
  const held = new ArrayBuffer(230_000_001);
  return () => held.transfer(0);
}

test("a heap that holds much is collected, and another is left to V8", () => {
  const { collect, after } = collector();
  after(1_000, 7_000);
  expect(collect).toHaveBeenCalledTimes(0);
  const giveBack = holdMuch();
  after(1_000, 7_000);
  giveBack();
  expect(collect.mock.calls).toEqual([[]]);
});

test("the young generation is collected behind 200 kB of bodies, five times a second at most", () => {
  const { collect, after } = collector();
  after(200, 199_999);
  expect(collect).not.toHaveBeenCalled();
  after(0, 1);
  expect(collect.mock.calls).toEqual([[{ type: "minor" }]]);
  after(199, 200_000);
  expect(collect).toHaveBeenCalledTimes(1);
  after(1, 0);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("what a large call leaves is V8's to collect", () => {
  const { collect, after } = collector();
  after(1_000, 2_000_000);
  expect(collect).not.toHaveBeenCalled();
});

test("a thread that cannot collect goes on", () => {
  vi.stubGlobal("gc", undefined);
  const giveBack = holdMuch();
  expect(() => createClearAway(() => 0)(0)).not.toThrow();
  giveBack();
});
