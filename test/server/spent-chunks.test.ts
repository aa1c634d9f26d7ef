import { afterEach, expect, test, vi } from "vitest";
import { keepBytes } from "../../src/server/kept-bytes.ts";
import { chunkSpent } from "../../src/server/spent-chunks.ts";

afterEach(() => vi.unstubAllGlobals());

test("what a body was read into is collected every four megabytes, the young generation alone", () => {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  const chunk = Buffer.alloc(1_000_000);
  const kept = keepBytes(8_000_000);
  for (let read = 0; read < 3; read += 1) kept.add(chunk);
  expect(collect).not.toHaveBeenCalled();
  kept.add(chunk);
  expect(collect.mock.calls).toEqual([[{ type: "minor" }]]);
  for (let read = 4; read < 8; read += 1) kept.add(chunk);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("a process that cannot collect goes on", () => {
  vi.stubGlobal("gc", undefined);
  expect(() => chunkSpent(4_000_000)).not.toThrow();
});
