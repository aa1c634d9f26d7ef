// A worker thread: calls in, replies out, one at a time, answered by the same functions that the main thread uses.
// It has no socket, no log and no telemetry; what it has to say of a call it says in messages.
import { workerData } from "node:worker_threads";
import { freeArray, unsharedBytes } from "../protocols/array-memory.ts";
import { selectPath } from "../protocols/routes.ts";
import { createUnary } from "../protocols/unary.ts";
import { machineEnvironment } from "../service/call.ts";
import { framesOf } from "../service/frames.ts";
import { createHandlers } from "../service/handlers.ts";
import { threadCpuMs } from "../time/clock.ts";
import { answerCall } from "./answer-call.ts";
import { createClearAway } from "./clear-away.ts";
import type { CallForWorker, FromWorker, WorkerSetup } from "./messages.ts";
import { standBack } from "./stand-back.ts";
import { stopFlag } from "./stop-flag.ts";
import { warmLargeCalls } from "./warm.ts";

const setup: WorkerSetup = workerData;
const { port } = setup;
standBack();
const clearAway = createClearAway(machineEnvironment.now);

function tell(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

const unary = createUnary(createHandlers(machineEnvironment, { selectPath, buildId: setup.buildId }), (fault) => {
  const error = fault instanceof Error ? fault : new Error();
  tell({ kind: "fault", name: error.name, at: framesOf(error) });
});

async function answer(call: CallForWorker): Promise<void> {
  const startedMs = threadCpuMs();
  const flag = stopFlag(setup.stopFlags, call.slot);
  const { reply, facts, stages } = await answerCall(call, {
    unary,
    flag,
    faultStage: setup.faultStage,
    tell,
    now: machineEnvironment.now,
  });
  // Given back, it has no length any more.
  const bodyBytes = call.request.body.length;
  freeArray(call.request.body);
  const body = unsharedBytes(reply.body);
  tell({ kind: "answered", reply: { ...reply, body }, cpuMs: threadCpuMs() - startedMs, facts, stages }, [body.buffer]);
  clearAway(bodyBytes);
}

await warmLargeCalls(unary);
let lastAnswer = Promise.resolve();
// One after the other. What `answer` throws is a fault of the thread itself: it ends the worker, and the pool starts
// another.
port.on("message", (call: CallForWorker) => {
  lastAnswer = lastAnswer.then(() => answer(call));
});
tell({ kind: "ready" });
