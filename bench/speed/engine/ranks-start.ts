// How long a new process or thread waits for its first count, and how much memory it holds afterwards.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { type Findings, medianRow, type Row } from "../harness/benchmark.ts";

const ROUNDS = 7;
const probe = fileURLToPath(new URL("ranks-probe.ts", import.meta.url));
const runFile = promisify(execFile);

interface Probed {
  /** Processor time. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly megabytes: number;
}

export async function run(): Promise<Findings> {
  const processes: Probed[] = [];
  const threads: Probed[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await runFile(process.execPath, ["--expose-gc", probe]);
    processes.push(JSON.parse(stdout));
    threads.push(await inThread());
  }
  return { rows: [...rowsOf("process", processes), ...rowsOf("thread", threads)], curves: [] };
}

async function inThread(): Promise<Probed> {
  const worker = new Worker(probe);
  const [message]: unknown[] = await once(worker, "message");
  await worker.terminate();
  return JSON.parse(String(message));
}

function rowsOf(where: string, probed: readonly Probed[]): readonly Row[] {
  const of = (figure: keyof Probed) => probed.map((each) => each[figure]);
  return [
    medianRow(`ranks ready in a fresh ${where}: its processor time`, of("cpuMs"), "ms", { atMost: 150 }),
    medianRow(`ranks ready in a fresh ${where}: time that passes`, of("wallMs"), "ms", null),
    medianRow(`memory they take in a fresh ${where}`, of("megabytes"), "MB", { atMost: 20 }),
  ];
}
