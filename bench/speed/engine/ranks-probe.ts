// Measures the first count in this process or thread, including the import: processor time, elapsed time, and memory.
import { parentPort } from "node:worker_threads";

const collect = (): void => globalThis.gc?.();
const held = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

collect();
const before = held();
const startedAt = performance.now();
const usedBefore = process.threadCpuUsage();
const { countTokens } = await import("../../../src/text/tokens.ts");
countTokens("a");
const { user, system } = process.threadCpuUsage(usedBefore);
const wallMs = performance.now() - startedAt;
collect();
const found = JSON.stringify({ cpuMs: (user + system) / 1000, wallMs, megabytes: held() - before });
if (parentPort === null) process.stdout.write(found);
else parentPort.postMessage(found);
