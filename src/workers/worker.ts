// A worker thread: answers calls one at a time, with the same functions as the main thread. It has no socket, no log
// and no telemetry. It sends what it reports about a call in messages.
import { workerData } from "node:worker_threads";
import { freeBytes, unsharedBytes } from "../protocols/reply.ts";
import { selectPath } from "../protocols/routes.ts";
import { createUnary } from "../protocols/unary.ts";
import { machineEnvironment } from "../service/call.ts";
import { framesOf } from "../service/failure.ts";
import { createHandlers } from "../service/handlers.ts";
import { threadCpuMs } from "../time/clock.ts";
import { answerCall } from "./answer-call.ts";
import { type CallForWorker, type FromWorker, stopFlag, type WorkerSetup } from "./messages.ts";
import { createGarbageCollectionHint, lowerThreadPriority } from "./runtime-tuning.ts";

const setup: WorkerSetup = workerData;
const { port } = setup;
lowerThreadPriority();
const collectGarbage = createGarbageCollectionHint(machineEnvironment.now);

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

const unary = createUnary(createHandlers(machineEnvironment, { selectPath, buildId: setup.buildId }), (fault) => {
  const error = fault instanceof Error ? fault : new Error();
  post({ kind: "fault", name: error.name, at: framesOf(error) });
});

async function answer(call: CallForWorker): Promise<void> {
  const startedMs = threadCpuMs();
  const flag = stopFlag(setup.stopFlags, call.stopCell);
  const { reply, facts, stages } = await answerCall(call, {
    unary,
    flag,
    faultStage: setup.faultStage,
    post,
    now: machineEnvironment.now,
  });
  // Read before `freeBytes`, which leaves the body empty.
  const bodyBytes = call.request.body.length;
  freeBytes(call.request.body);
  const body = unsharedBytes(reply.body);
  post({ kind: "answered", reply: { ...reply, body }, cpuMs: threadCpuMs() - startedMs, facts, stages }, [body.buffer]);
  collectGarbage(bodyBytes);
}

let lastAnswer = Promise.resolve();
// Answers one call after the other. If `answer` throws, the fault is in the thread itself. The error then ends the
// worker, and the pool starts another.
port.on("message", (call: CallForWorker) => {
  lastAnswer = lastAnswer.then(() => answer(call));
});
post({ kind: "ready" });
