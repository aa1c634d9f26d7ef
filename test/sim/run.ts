// node test/sim/run.ts SEED | FIRST..LAST: simulates one seed and prints its transcript, or a range of seeds and prints
// the violations of the first that fails. After a failure it prints the command that repeats the run.
import { simulate } from "./simulate.ts";
import { unfairnessOf } from "./tenants.ts";

/** One seed in this many also lets many organisations share a scheduler, which takes as long as twenty other runs. */
const TENANTS_EVERY = 10;

const range = process.argv[2] ?? "1";
const [first = 1, last = first] = range.split("..").map(Number);
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first > last) {
  process.stderr.write(`seeds are ${range}, must be a number or a range like 1..500\n`);
  process.exit(2);
}
let running = first;

function fail(violations: readonly string[]): never {
  process.stdout.write(
    `seed ${running} fails:\n  ${violations.join("\n  ")}\nrepeat it with: make sim SEED=${running}\n`,
  );
  process.exit(1);
}
process.on("uncaughtException", (error) => fail([`uncaught exception: ${error.stack}`]));
process.on("unhandledRejection", (error) =>
  fail([`unhandled rejection: ${error instanceof Error ? error.stack : error}`]),
);

const startedAt = performance.now();
for (; running <= last; running += 1) {
  const { digest, transcript, wrong } = await simulate(running);
  if (first === last) process.stdout.write(`${transcript.join("\n")}\n${digest}\n`);
  if (wrong.length > 0) fail(wrong);
  if (running % TENANTS_EVERY === 0) {
    const unfair = await unfairnessOf(running, 20 + (running % 30));
    if (unfair.length > 0) fail(unfair);
  }
}
const seconds = (performance.now() - startedAt) / 1000;
process.stdout.write(`${last - first + 1} seeds in ${seconds.toFixed(1)} s: nothing wrong\n`);
process.exit(0);
