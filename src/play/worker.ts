// The playground's own thread: the bytes of a request in, a finished reply out, one at a time. Work that nobody waits
// for any more ends between two records. Says nothing of what it reads to anyone but the page that sent it.
import { parentPort, workerData } from "node:worker_threads";
import type { Stage } from "../engine/model.ts";
import { statuses } from "../statuses.ts";
import { stopFlag } from "../workers/stop-flag.ts";
import { answer, type PlayReply, refused } from "./answer.ts";
import type { PlayWork } from "./thread.ts";

const port = parentPort;
if (port === null) throw new Error("a worker is started by the main thread");
const cell: SharedArrayBuffer = workerData;
const flag = stopFlag(cell, 0);

async function replyTo({ body, form }: PlayWork): Promise<PlayReply | null> {
  const over = new AbortController();
  function checkpoint(): void {
    const reason = flag.reason();
    if (reason === null) return;
    over.abort(reason);
    throw reason;
  }
  const stage: Stage = async (_name, work) => {
    checkpoint();
    return work(checkpoint);
  };
  try {
    return await answer(body, form, stage, over.signal);
  } catch (error) {
    if (over.signal.aborted) return null;
    return refused(
      "",
      `the playground failed with ${error instanceof Error ? error.name : "an unknown error"}`,
      statuses.fault.http,
    );
  }
}

port.on("message", async (work: PlayWork) => {
  port.postMessage(await replyTo(work));
});
