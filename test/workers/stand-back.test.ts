import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const module = new URL("../../src/workers/stand-back.ts", import.meta.url).href;

/** What a process does that was started by nobody in particular, with so much niceness. */
const script = `
const { standBack } = await import(${JSON.stringify(module)});
if (process.getuid() === 0) process.setuid(65532);
standBack();
process.stdout.write(String((await import("node:os")).getPriority()));`;

async function nicenessFrom(nice: number): Promise<number> {
  const words = ["-n", String(nice), process.execPath, "--input-type=module", "-e", script];
  return Number((await run("nice", words)).stdout);
}

test.runIf(process.platform === "linux")("a thread goes behind what it was started with, never in front", async () => {
  const before = Number((await run("nice", [])).stdout);
  const [asStarted, nicer, nicest] = await Promise.all([0, 7, 19].map(nicenessFrom));
  const behind = (nice: number) => Math.min(19, before + nice + 5);
  expect([asStarted, nicer, nicest]).toEqual([behind(0), behind(7), 19]);
});
