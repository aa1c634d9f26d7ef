import { afterEach, expect, test, vi } from "vitest";
import { clearAway } from "../../src/workers/clear-away.ts";

afterEach(() => vi.unstubAllGlobals());

test("a heap that holds much is collected, and another is left to V8", () => {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  clearAway();
  expect(collect).toHaveBeenCalledTimes(0);
  // Nobody writes to it, so it takes no memory but in V8's books.
  const held = new ArrayBuffer(230_000_001);
  clearAway();
  expect(collect).toHaveBeenCalledTimes(1);
  expect(held.byteLength).toBe(230_000_001);
});

test("a thread that cannot collect goes on", () => {
  vi.stubGlobal("gc", undefined);
  const held = new ArrayBuffer(230_000_001);
  expect(clearAway).not.toThrow();
  expect(held.byteLength).toBe(230_000_001);
});
