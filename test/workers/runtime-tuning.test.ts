import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { createGarbageCollectionHint } from "../../src/workers/runtime-tuning.ts";

afterEach(() => vi.unstubAllGlobals());

/** A thread that collects garbage when the hint says so, and whose heap holds this many bytes. */
function collector({ objects = 0, outside = 0 } = {}) {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  let nowMs = 0;
  const figures = { used_heap_size: objects, total_heap_size: objects, external_memory: outside };
  const answered = createGarbageCollectionHint(
    () => nowMs,
    () => figures,
  );
  return {
    collect,
    figures,
    after: (milliseconds: number, bodyBytes: number) => {
      nowMs += milliseconds;
      answered(bodyBytes);
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

test("a smaller heap is left to V8", () => {
  const { collect, after } = collector({ objects: 110_000_000, outside: 120_000_000 });
  after(1_000, 7_000);
  expect(collect).not.toHaveBeenCalled();
});

test("the young generation is collected after 200 kB of bodies, at most five times a second", () => {
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

test("a full collection runs when small calls have promoted enough, at most every five seconds", () => {
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

test("the garbage of a large call is left to V8", () => {
  const { collect, after } = collector();
  after(1_000, 2_000_000);
  expect(collect).not.toHaveBeenCalled();
});

test("a thread without --expose-gc continues", () => {
  const { after } = collector({ objects: 120_000_001 });
  vi.stubGlobal("gc", undefined);
  expect(() => after(0, 0)).not.toThrow();
});

const run = promisify(execFile);
const module = new URL("../../src/workers/runtime-tuning.ts", import.meta.url).href;

/** Runs in a process with this niceness, without root. */
const script = `
const { lowerThreadPriority } = await import(${JSON.stringify(module)});
if (process.getuid() === 0) process.setuid(65532);
lowerThreadPriority();
process.stdout.write(String((await import("node:os")).getPriority()));`;

async function nicenessFrom(nice: number): Promise<number> {
  const words = ["-n", String(nice), process.execPath, "--input-type=module", "-e", script];
  return Number((await run("nice", words)).stdout);
}

test.runIf(process.platform === "linux")(
  "a thread lowers the priority that it was started with and never raises it",
  async () => {
    const before = Number((await run("nice", [])).stdout);
    const [asStarted, nicer, nicest] = await Promise.all([0, 7, 19].map(nicenessFrom));
    const behind = (nice: number) => Math.min(19, before + nice + 5);
    expect([asStarted, nicer, nicest]).toEqual([behind(0), behind(7), 19]);
  },
);
