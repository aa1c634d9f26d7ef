// node test/fuzz/run.ts INPUTS [SEED]: runs that many mutated inputs, divided among the targets. Saves failing inputs
// in corpus/, prints their names, and exits with 1 if there are any.
import { keep } from "./corpus.ts";
import { fuzz } from "./fuzz.ts";
import type { TargetName } from "./targets.ts";

/** The share of each target in a hundred inputs. */
const shares: readonly (readonly [TargetName, number])[] = [
  ["json", 35],
  ["rpc", 30],
  ["text", 10],
  ["tokens", 25],
];
/** Inputs between two lines of progress; each group has its own seed. */
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
