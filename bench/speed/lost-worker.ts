// What a caller gets whose worker is lost: one that dies under a call, and one that never comes back. The service's own
// pool and worker, with one thread, so that nothing else can step in. Warm-up: 20 calls.
import { systemClock } from "../../src/time/clock.ts";
import type { WholeRequest } from "../../src/wire/whole.ts";
import { createWorkerPool, PATIENCE } from "../../src/workers/pool.ts";
import { threadStarter } from "../../src/workers/thread.ts";
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Findings, medianRow, type Row, soleRow } from "./benchmark.ts";
import { unlimitedCaller } from "./unlimited-caller.ts";

const ROUNDS = 3;
const WARMUPS = 20;
/** The longest run of a call here, its thread's start included; 30 s in the service. */
const RUN_MS_MAX = 2_000;

type Ended = "answered" | "turned away, to be tried again" | "failed";
type Drill = "none" | "die" | "hang";

export async function run(): Promise<Findings> {
  const pool = createWorkerPool({
    workers: 1,
    queueMax: 8,
    patience: PATIENCE,
    runMsMax: RUN_MS_MAX,
    startThread: threadStarter(new URL("mortal-worker.ts", import.meta.url), { buildId: "", faultStage: null }),
    onEvent: () => {},
    clock: systemClock,
  });
  pool.start(() => {});
  const body = encoded(requestOf(textsOfBytes(44, 100_000), 4_000, 44));

  async function select(drill: Drill): Promise<{ readonly ended: Ended; readonly ms: number }> {
    const { died, hung } = pool.load().replaced;
    // Threads are numbered from 1 as they start, so this is the one that is there now.
    const headers = { drill: `${drill} ${1 + died + hung}` };
    const request: WholeRequest = {
      protocol: "rest",
      httpVersion: "1.1",
      httpMethod: "POST",
      target: "/v1/context/select",
      headers,
      body,
    };
    const startedAt = performance.now();
    const reply = await pool.answer(request, {
      caller: unlimitedCaller,
      signal: new AbortController().signal,
      report: () => {},
      traced: false,
      stageRan: () => {},
      queued: () => {},
    });
    const ms = performance.now() - startedAt;
    if ("refused" in reply)
      return { ended: reply.retryAfterMs === null ? "failed" : "turned away, to be tried again", ms };
    return { ended: reply.status === 200 ? "answered" : "failed", ms };
  }

  const ended: Record<Drill, Ended[]> = { none: [], die: [], hang: [] };
  const took: Record<Drill, number[]> = { none: [], die: [], hang: [] };
  for (let call = 0; call < WARMUPS; call++) await select("none");
  for (let round = 0; round < ROUNDS; round++) {
    for (const drill of ["die", "none", "hang", "none"] as const) {
      const one = await select(drill);
      ended[drill].push(one.ended);
      took[drill].push(one.ms);
    }
  }
  await pool.close();
  const late = took.hang.map((ms) => ms - RUN_MS_MAX);
  const rows = [
    share("100 kB, the worker dies: answered by the next", ended.die, "answered"),
    medianRow("100 kB, the worker dies: time to that answer", took.die, "ms", null),
    share("100 kB, the worker hangs: turned away, to be tried again", ended.hang, "turned away, to be tried again"),
    medianRow("100 kB, the worker hangs: time to that, beyond the longest run", late, "ms", null),
    share("100 kB, the call after either: answered", ended.none, "answered"),
    medianRow("100 kB, the call after either: time to that answer", took.none, "ms", null),
  ];
  return { rows, curves: [] };
}

function share(what: string, ended: readonly Ended[], wanted: Ended): Row {
  const figure = ended.filter((each) => each === wanted).length / ended.length;
  return soleRow(what, figure, "of the calls", { atLeast: 1 });
}
