import { afterEach, expect, test, vi } from "vitest";
import { chunkRead } from "../../../src/http/bodies/spent-chunks.ts";

afterEach(() => vi.unstubAllGlobals());

test("what bodies were read into is collected every four megabytes, the young generation alone", () => {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  for (let read = 0; read < 3; read += 1) chunkRead(1_000_000);
  expect(collect).not.toHaveBeenCalled();
  chunkRead(1_000_000);
  expect(collect.mock.calls).toEqual([[{ type: "minor" }]]);
  for (let read = 4; read < 8; read += 1) chunkRead(1_000_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("a process that cannot collect goes on", () => {
  vi.stubGlobal("gc", undefined);
  expect(() => chunkRead(4_000_000)).not.toThrow();
});
