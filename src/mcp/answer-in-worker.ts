// A worker thread of the service's as what answers the tool, so that the thread with the pipe goes on reading. It gets
// the call as it gets one of REST. It is started for the first call, and most processes never see one so large.
import { type ContextResponse, errorOfStatus, UnavailableError } from "winnow-client";
import { plainStage } from "../engine/select.ts";
import { localCaller } from "../local/selection.ts";
import { selectPath } from "../protocols/routes.ts";
import { createScheduler } from "../scheduling/scheduler.ts";
import { statuses } from "../statuses.ts";
import { systemClock } from "../time/clock.ts";
import { type PoolEvent, RUN_MS_MAX } from "../workers/pool.ts";
import { type StartThread, threadStarter } from "../workers/thread.ts";
import type { Select } from "./select-tool.ts";

export interface OwnWorker {
  readonly select: Select;
  /** Ends the thread. */
  readonly close: () => Promise<void>;
}

/** An agent seldom waits for two calls so large at once, and has other uses for 250 MB. */
const THREADS = 1;

/**
 * @param tell is told what callers do not see, in one line
 * @param startThread other threads for tests
 */
export function createOwnWorker(tell: (problem: string) => void, startThread: StartThread = ownThreads()): OwnWorker {
  function onEvent(event: PoolEvent): void {
    if (event.event === "fault") tell(`a call failed with ${event.name}`);
    // One that was stopped had a call that nobody waited for.
    else if (event.why !== "stopped") tell(`a worker thread ${event.why} and was replaced`);
  }
  const scheduler = createScheduler({
    unary: null,
    workers: { workers: THREADS, runMsMax: RUN_MS_MAX, startThread, onEvent, clock: systemClock },
    // What has been read is answered, and what waits is bounded where it is read: see room.ts.
    sheds: false,
    clock: systemClock,
  });
  return {
    select: async ({ body }, signal) => {
      const reply = await scheduler.answer(
        { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: selectPath, headers: {}, body },
        {
          caller: localCaller,
          signal,
          report: () => {},
          stage: plainStage,
          traced: false,
          stageRan: () => {},
          queued: () => {},
          computed: () => {},
        },
        true,
      );
      signal.throwIfAborted();
      if ("refused" in reply) throw new UnavailableError("it could not be answered this time, and may be tried again");
      const json = JSON.parse(Buffer.from(reply.body).toString());
      if (reply.status !== statuses.ok.http) throw errorOfStatus(reply.status, json);
      const response: ContextResponse = json;
      return response;
    },
    close: scheduler.close,
  };
}

function ownThreads(): StartThread {
  return threadStarter(new URL("../workers/worker.ts", import.meta.url), { buildId: "", faultStage: null });
}
