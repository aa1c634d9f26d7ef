// node test/fuzz/run.ts INPUTS [SEED]: so many mutated inputs, shared out among the targets. What fails is kept below
// corpus/ and named; the run then ends with 1.
import { keep } from "./corpus.ts";
import { fuzz } from "./fuzz.ts";
import type { TargetName } from "./targets.ts";

/** Of a hundred inputs. */
const shares: readonly (readonly [TargetName, number])[] = [
  ["json", 35],
  ["rpc", 30],
  ["text", 10],
  ["tokens", 25],
];
/** Inputs between two lines of progress, each with a seed of its own. */
const CHUNK = 10_000;

const [inputs = 100_000, seed = 1] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(inputs) || !Number.isSafeInteger(seed)) {
  process.stderr.write(`inputs and seed are ${process.argv.slice(2).join(" ")}, must be whole numbers\n`);
  process.exit(2);
}
process.on("uncaughtException", (error) => {
  process.stdout.write(`the process would have ended: ${error.stack}\n`);
  process.exit(1);
});

for (const [target, share] of shares) {
  const count = Math.round((inputs * share) / 100);
  const startedAt = performance.now();
  for (let done = 0; done < count; done += CHUNK) {
    for (const { input, wrong } of await fuzz(target, Math.min(CHUNK, count - done), seed + done)) {
      process.stdout.write(`${target}: ${wrong}\n  kept as ${keep(target, input)}\n`);
      process.exitCode = 1;
    }
  }
  process.stdout.write(`${target}: ${count} inputs in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
}
