// From `bin/winnow serve` to its ready line, with telemetry off and an existing projection: an ordinary start, and the
// first start, when nothing has been compiled yet. Warm-up: one start of each, which reads the files from disk.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, winnow } from "../../test/winnow-process.ts";
import { type Findings, medianRow } from "./harness/benchmark.ts";
import { cpuMsOf } from "./harness/cpu.ts";
import { interleaved } from "./harness/rounds.ts";

const WARMUPS = 1;
const ROUNDS = 9;

export async function run(): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-start-"));
  const projection = join(folder, "projection.json");
  await winnow("orgs", "create", "acme", "--tier", "scale", "--projection", projection);
  const cpus: number[] = [];
  /** Milliseconds to the ready line. */
  async function start(round: number, env: Readonly<Record<string, string>>): Promise<number> {
    const startedAt = performance.now();
    const child = spawn(binary, ["serve", "--port", "0", "--projection", projection], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    const wallMs = performance.now() - startedAt;
    if (round >= WARMUPS && env.NODE_COMPILE_CACHE === undefined) cpus.push(cpuMsOf(child.pid ?? 0));
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
    return wallMs;
  }
  const walls = await interleaved(WARMUPS, ROUNDS, {
    again: (round) => start(round, {}),
    first: (round) => start(round, { NODE_COMPILE_CACHE: join(folder, `compiled-${round}`) }),
  });
  rmSync(folder, { recursive: true });
  const rows = [
    medianRow("bin/winnow serve, start to ready line", walls.again, "ms", { atMost: 600 }),
    medianRow("processor time of that start", cpus, "ms", null),
    medianRow("its very first start, start to ready line", walls.first, "ms", null),
  ];
  return { rows, curves: [] };
}
