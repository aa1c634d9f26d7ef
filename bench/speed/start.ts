// From `bin/winnow serve` to its ready line, with telemetry off and a projection that is there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, winnow } from "../../test/winnow-process.ts";
import { type Findings, medianRow } from "./benchmark.ts";
import { cpuMsOf } from "./cpu.ts";

const ROUNDS = 9;

export async function run(): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-start-"));
  const projection = join(folder, "projection.json");
  await winnow("orgs", "create", "acme", "--tier", "scale", "--projection", projection);
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const startedAt = performance.now();
    const child = spawn(binary, ["serve", "--port", "0", "--projection", projection], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    const wall = performance.now() - startedAt;
    const cpu = cpuMsOf(child.pid ?? 0);
    // The first start reads the files from the disk; later ones have them in memory.
    if (round > 0) {
      walls.push(wall);
      cpus.push(cpu);
    }
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }
  rmSync(folder, { recursive: true });
  const rows = [
    medianRow("bin/winnow serve, start to ready line", walls, "ms", { atMost: 600 }),
    medianRow("processor time of that start", cpus, "ms", null),
  ];
  return { rows, curves: [] };
}
