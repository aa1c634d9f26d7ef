// A worker thread whose script is the body of the request: it answers, dies, hangs or waits to be stopped.
import { threadId, workerData } from "node:worker_threads";
import type { CallFacts } from "../../src/service/call.ts";
import {
  type CallForWorker,
  type FromWorker,
  type StopFlag,
  stopFlag,
  type WorkerSetup,
} from "../../src/workers/messages.ts";

const setup: WorkerSetup = workerData;

function tell(message: FromWorker): void {
  setup.port.postMessage(message);
}

function answer(text: string, facts: CallFacts = {}): void {
  tell({ kind: "answered", reply: { status: 200, headers: {}, body: text }, cpuMs: 1, facts, stages: [] });
}

const scripts: Readonly<Record<string, (rest: string, flag: Pick<StopFlag, "reason">) => void>> = {
  /** The number of this thread. */
  who: () => answer(String(threadId)),
  echo: (text) => answer(text),
  tell: () => {
    const stage = { name: "pack", startedAtMs: 1, endedAtMs: 2, facts: { units: 3 }, error: null } as const;
    tell({ kind: "progress", facts: { requestId: "told" }, stages: [stage] });
    tell({ kind: "fault", name: "RangeError", at: "" });
    answer("told", { outcome: "select" });
  },
  die: () => process.exit(1),
  throw: () => {
    throw new RangeError("words of the caller");
  },
  /** Dies unless it is younger than the named thread. */
  dieAs: (id) => {
    if (threadId <= Number(id)) process.exit(1);
    answer("younger");
  },
  /** Ends when the flag is set, as a call does between stages. */
  untilStopped: (_, flag) => {
    tell({ kind: "progress", facts: { requestId: "running" }, stages: [] });
    while (flag.reason() === null);
    answer(flag.reason()?.name ?? "");
  },
  /** Never reads the flag. */
  spin: () => {
    tell({ kind: "progress", facts: { requestId: "running" }, stages: [] });
    for (;;);
  },
};

setup.port.on("message", ({ request, stopCell }: CallForWorker) => {
  const flag = stopFlag(setup.stopFlags, stopCell);
  if (flag.reason() !== null) return answer("");
  const [script = "", rest = ""] = Buffer.from(request.body).toString().split(":");
  scripts[script]?.(rest, flag);
});
tell({ kind: "ready" });
