// The service's select calls on this machine, without a server and without a key. Nothing leaves the process. Small
// requests run on this thread, and large ones in a worker, so that this thread can continue its other work. It never
// reads a setting or a file.
import { setImmediate } from "node:timers/promises";
import { type ClientDefaults, createClient, type WinnowClient } from "winnow-client";
import type { Stage } from "../engine/model.ts";
import { createRest } from "../protocols/rest.ts";
import { selectPath } from "../protocols/routes.ts";
import { createScheduler } from "../scheduling/scheduler.ts";
import { type CallSignal, machineEnvironment } from "../service/call.ts";
import { createHandlers } from "../service/handlers.ts";
import { statuses } from "../statuses.ts";
import { systemClock } from "../time/clock.ts";
import { type PoolEvent, RUN_MS_MAX } from "../workers/pool.ts";
import { type StartThread, threadStarter } from "../workers/thread.ts";
import { localCaller } from "./selection.ts";

interface LocalService {
  readonly client: WinnowClient;
  /** Ends the worker. */
  readonly close: () => Promise<void>;
}

export interface LocalServiceOptions extends Pick<ClientDefaults, "timeoutMs" | "strict"> {
  /** Reports a fault in one line, without any text of a request. */
  readonly onProblem: (problem: string) => void;
  /** Starts other threads, for tests. */
  readonly startThread?: StartThread;
}

/** An agent seldom waits for two large selections at once, and a worker takes 250 MB. */
const WORKERS = 1;

/** The worker starts with the first large request. */
export function createLocalService(options: LocalServiceOptions): LocalService {
  const { onProblem, startThread = workerThreads(), ...defaults } = options;
  const onFault = (name: string) => onProblem(`a call failed with ${name}`);
  function onEvent(event: PoolEvent): void {
    if (event.event === "fault") onFault(event.name);
    // A call is stopped only after its caller has left.
    else if (event.why !== "stopped") onProblem(`a worker thread ${event.why} and was replaced`);
  }
  const handlers = createHandlers(machineEnvironment, { selectPath, buildId: "" });
  const scheduler = createScheduler({
    unary: createRest(handlers, (fault) => onFault(fault instanceof Error ? fault.name : "unknown error")),
    workers: { workers: WORKERS, runMsMax: RUN_MS_MAX, startThread, onEvent, clock: systemClock },
    clock: systemClock,
  });

  /** The client's `fetch`: one request to one response, without a socket. */
  async function answer(_url: unknown, init: RequestInit = {}): Promise<Response> {
    const { body, signal } = init;
    if (!(body instanceof Uint8Array)) throw new TypeError("a request has no bytes");
    const request = { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: selectPath } as const;
    // A large body moves to the worker, and a second attempt needs it again.
    const reply = await scheduler.answer({ ...request, headers: {}, body: body.slice() }, callOf(signal), true);
    signal?.throwIfAborted();
    if ("refused" in reply) return new Response(null, { status: statuses.unavailable.http });
    return new Response(reply.body, { status: reply.status });
  }

  const here = { baseUrl: "http://localhost", apiKey: "local", breaker: false } as const;
  return { client: createClient({ ...here, ...defaults, fetch: answer }), close: scheduler.close };
}

function callOf(given: AbortSignal | null | undefined) {
  const signal: CallSignal = given ?? new AbortController().signal;
  const checkpoint = () => signal.throwIfAborted();
  // Between two stages, other messages and streams continue.
  const stage: Stage = async (_name, work) => {
    await setImmediate();
    checkpoint();
    return work(checkpoint);
  };
  const unobserved = { report() {}, stageRan() {}, queued() {}, computed() {}, traced: false };
  return { caller: localCaller, signal, stage, ...unobserved };
}

function workerThreads(): StartThread {
  return threadStarter(new URL("../workers/worker.ts", import.meta.url), { buildId: "", faultStage: null });
}
