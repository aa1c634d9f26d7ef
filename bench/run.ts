// The benchmark suite: runs each benchmark in its own process, prints every figure with its bar and verdict, and writes
// a dated result under bench/runs/. A benchmark that misses a bar runs once more at the end, if there is time left, and
// both figures are shown.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { commandLine, namesIn } from "./command-line.ts";
import type { Findings } from "./speed/harness/benchmark.ts";
import { hasMissed, type Ran, table, tally, writeRun } from "./speed/harness/report.ts";
import { suite } from "./speed/suite.ts";

const usage = `make bench ARGS="[--only NAME,...] [--dry] [--cpu-prof]"
  --only      these benchmarks alone: ${Object.keys(suite).join(", ")}
  --dry       writes no result
  --cpu-prof  leaves profiles of the benchmarks and their servers in var/profiles`;

const { names, values } = commandLine(usage, () => {
  const { values } = parseArgs({
    options: { only: { type: "string" }, dry: { type: "boolean" }, "cpu-prof": { type: "boolean" } },
  });
  if (process.platform !== "linux") throw new Error("processor time is read from /proc, which only Linux has");
  const all = Object.keys(suite);
  return { names: values.only === undefined ? all : namesIn(values.only, all, "benchmark"), values };
});

const script = fileURLToPath(new URL("speed/one.ts", import.meta.url));
/** A benchmark that takes longer counts as hung. */
const MINUTES_MAX = 10;
/** No second measurement starts that would end later than this. A first pass takes up to 20 minutes. In seconds. */
const RUN_SECONDS_MAX = 35 * 60;
/** The exit code of an interrupted program. */
const INTERRUPTED = 130;
/** Highest load average over a minute of an idle machine. */
const IDLE_LOAD_MAX = 0.5;

/** Ends the processes that a failed benchmark left, because its servers would disturb the next one. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // No process is left, as after every successful benchmark.
  }
}

async function runOne(name: string): Promise<Ran> {
  const startedAt = performance.now();
  const profile = values["cpu-prof"] ? { NODE_OPTIONS: "--cpu-prof --cpu-prof-dir=var/profiles" } : {};
  const child = fork(script, [name], {
    execArgv: ["--expose-gc"],
    env: { ...process.env, ...profile },
    timeout: MINUTES_MAX * 60_000,
    // A process group with everything that the benchmark starts.
    detached: true,
  });
  const stop = () => {
    endGroup(child);
    process.exit(INTERRUPTED);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  let findings: Findings | null = null;
  child.once("message", (found: Findings) => {
    findings = found;
  });
  await once(child, "exit");
  process.off("SIGINT", stop).off("SIGTERM", stop);
  endGroup(child);
  return { name, findings, again: null, seconds: (performance.now() - startedAt) / 1000 };
}

async function runBenchmark(name: string): Promise<Ran> {
  process.stderr.write(`${name} ... `);
  const one = await runOne(name);
  process.stderr.write(`${tally([one])}, ${one.seconds.toFixed(0)} s\n`);
  return one;
}

/** Runs the benchmark again if it missed a bar. */
async function measuredAgain(one: Ran): Promise<Ran> {
  if (!hasMissed(one)) return one;
  if (performance.now() / 1000 + one.seconds > RUN_SECONDS_MAX) {
    process.stderr.write(`${one.name}: no time left to run it again\n`);
    return one;
  }
  const { findings, seconds } = await runBenchmark(one.name);
  return { ...one, again: findings, seconds: one.seconds + seconds };
}

const loadBefore = loadavg()[0] ?? 0;
if (loadBefore > IDLE_LOAD_MAX) {
  process.stderr.write(`the machine is busy (load ${loadBefore}): what is timed on the clock will be worse for it\n`);
}
const first: Ran[] = [];
for (const name of names) first.push(await runBenchmark(name));
const ran: Ran[] = [];
for (const one of first) ran.push(await measuredAgain(one));
process.stdout.write(`${table(ran, true)}\n${tally(ran)}\n`);
if (!values.dry) process.stdout.write(`written to ${writeRun(ran, loadBefore)}\n`);
if (ran.some(({ findings }) => findings === null)) process.exitCode = 1;
