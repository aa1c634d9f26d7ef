import { afterEach, expect, test, vi } from "vitest";
import { createClearAway } from "../../src/workers/clear-away.ts";

afterEach(() => vi.unstubAllGlobals());

/** A thread whose heap takes so much, in bytes. */
function collector({ objects = 0, outside = 0 } = {}) {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  let nowMs = 0;
  const figures = { used_heap_size: objects, total_heap_size: objects, external_memory: outside };
  const clearAway = createClearAway(
    () => nowMs,
    () => figures,
  );
  return {
    collect,
    figures,
    after: (milliseconds: number, bodyBytes: number) => {
      nowMs += milliseconds;
      clearAway(bodyBytes);
    },
  };
}

test.each([
  ["holds much", { objects: 110_000_000, outside: 120_000_001 }],
  ["has many objects", { objects: 120_000_001 }],
])("a heap that %s is collected", (_, figures) => {
  const { collect, after } = collector(figures);
  after(1_000, 7_000);
  expect(collect.mock.calls).toEqual([[]]);
});

test("another is left to V8", () => {
  const { collect, after } = collector({ objects: 110_000_000, outside: 120_000_000 });
  after(1_000, 7_000);
  expect(collect).not.toHaveBeenCalled();
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

test("what small calls left that grew old is collected when there is enough of it, every five seconds at most", () => {
  const { collect, after, figures } = collector({ objects: 10_000_000, outside: 2_000_001 });
  collect.mockImplementation((how?: object) => {
    if (how === undefined) figures.external_memory = 1_000_000;
  });
  const all = () => collect.mock.calls.filter(([how]) => how === undefined).length;
  after(4_999, 200_000);
  expect(all()).toBe(0);
  after(200, 200_000);
  expect(all()).toBe(1);
  figures.external_memory = 13_000_000;
  after(6_000, 200_000);
  expect(all()).toBe(1);
  figures.external_memory = 13_000_001;
  after(200, 200_000);
  expect(all()).toBe(2);
});

test("what a large call leaves is V8's to collect", () => {
  const { collect, after } = collector();
  after(1_000, 2_000_000);
  expect(collect).not.toHaveBeenCalled();
});

test("a thread that cannot collect goes on", () => {
  const { after } = collector({ objects: 120_000_001 });
  vi.stubGlobal("gc", undefined);
  expect(() => after(0, 0)).not.toThrow();
});
