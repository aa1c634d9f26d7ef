// What a caller gets if its worker is lost: one that dies during a call, and one that hangs. Uses the service's own
// pool and worker with one thread, so that no other thread can help. Warm-up: 20 calls.
import { plainStage } from "../../src/engine/select.ts";
import type { BufferedRequest } from "../../src/protocols/reply.ts";
import { createScheduler, type Scheduler } from "../../src/scheduling/scheduler.ts";
import { systemClock } from "../../src/time/clock.ts";
import type { ScheduledReply } from "../../src/workers/job.ts";
import { threadStarter } from "../../src/workers/thread.ts";
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Findings, medianRow, type Row, soleRow } from "./harness/benchmark.ts";
import { unlimitedCaller } from "./servers/unlimited-caller.ts";

const ROUNDS = 2;
const WARMUPS = 20;
/** The longest run of a call here, the thread's start included; 30 s in the service. */
const RUN_MS_MAX = 2_000;

type Ended = "answered" | "retryable" | "failed";
type Drill = "none" | "die" | "hang";

export async function run(): Promise<Findings> {
  const workers = {
    workers: 1,
    runMsMax: RUN_MS_MAX,
    startThread: threadStarter(new URL("servers/mortal-worker.ts", import.meta.url), { buildId: "", faultStage: null }),
    onEvent: () => {},
    clock: systemClock,
  };
  const pool = createScheduler({ unary: null, workers, clock: systemClock });
  pool.start();
  const body = encoded(requestOf(textsOfBytes(44, 100_000), 4_000, 44));

  const ended: Record<Drill, Ended[]> = { none: [], die: [], hang: [] };
  const took: Record<Drill, number[]> = { none: [], die: [], hang: [] };
  for (let call = 0; call < WARMUPS; call++) await drilled(pool, body, "none");
  for (let round = 0; round < ROUNDS; round++) {
    for (const drill of ["die", "none", "hang", "none"] as const) {
      const one = await drilled(pool, body, drill);
      ended[drill].push(one.ended);
      took[drill].push(one.ms);
    }
  }
  await pool.close();
  const late = took.hang.map((ms) => ms - RUN_MS_MAX);
  const rows = [
    share("100 kB, the worker dies: answered by the next", ended.die, "answered"),
    medianRow("100 kB, the worker dies: time to that answer", took.die, "ms", null),
    share("100 kB, the worker hangs: retryable", ended.hang, "retryable"),
    medianRow("100 kB, the worker hangs: time to that, beyond the longest run", late, "ms", null),
    share("100 kB, the call after either: answered", ended.none, "answered"),
    medianRow("100 kB, the call after either: time to that answer", took.none, "ms", null),
  ];
  return { rows, curves: [] };
}

/** A call whose worker follows the `drill` header. */
async function drilled(
  pool: Scheduler,
  body: Buffer,
  drill: Drill,
): Promise<{ readonly ended: Ended; readonly ms: number }> {
  const { died, hung } = pool.load().replaced;
  const request: BufferedRequest = {
    protocol: "rest",
    httpVersion: "1.1",
    httpMethod: "POST",
    target: "/v1/context/select",
    // Threads are numbered from 1 in order of their start, so this is the current one.
    headers: { drill: `${drill} ${1 + died + hung}` },
    body,
  };
  const startedAt = performance.now();
  const reply = await pool.answer(
    request,
    {
      caller: unlimitedCaller,
      signal: new AbortController().signal,
      report: () => {},
      traced: false,
      stageRan: () => {},
      queued: () => {},
      computed: () => {},
      stage: plainStage,
    },
    true,
  );
  return { ended: howEnded(reply), ms: performance.now() - startedAt };
}

function howEnded(reply: ScheduledReply): Ended {
  if (!("refused" in reply)) return reply.status === 200 ? "answered" : "failed";
  return reply.retryAfterMs === null ? "failed" : "retryable";
}

function share(what: string, ended: readonly Ended[], wanted: Ended): Row {
  const figure = ended.filter((each) => each === wanted).length / ended.length;
  return soleRow(what, figure, "of the calls", { atLeast: 1 });
}
