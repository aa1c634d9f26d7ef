// Measures the first count of this process or thread: processor milliseconds from the import on, and the memory held.
import { parentPort } from "node:worker_threads";

const collect = (): void => globalThis.gc?.();
const held = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

collect();
const before = held();
const startedAt = process.threadCpuUsage();
const { countTokens } = await import("../../src/text/tokens.ts");
countTokens("a");
const { user, system } = process.threadCpuUsage(startedAt);
collect();
const found = JSON.stringify({ milliseconds: (user + system) / 1000, megabytes: held() - before });
if (parentPort === null) process.stdout.write(found);
else parentPort.postMessage(found);
