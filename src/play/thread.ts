// The playground's thread as its server sees it: work in, replies out, and a way to end what runs. A thread that dies
// (a request too large for its heap) fails the work it was at and is replaced.
import { Worker } from "node:worker_threads";
import { newStopCells, stopFlag } from "../workers/stop-flag.ts";
import type { Form, PlayReply } from "./answer.ts";

export interface PlayWork {
  readonly body: Uint8Array;
  readonly form: Form;
}

export interface PlayThread {
  /** One at a time. @returns null for work that was stopped @throws Error when the thread dies of it */
  readonly run: (work: PlayWork) => Promise<PlayReply | null>;
  readonly stop: () => void;
  readonly end: () => Promise<void>;
}

export function startThread(): PlayThread {
  const cell = newStopCells(1);
  const flag = stopFlag(cell, 0);
  let worker = start(cell);
  return {
    run: (work) => {
      flag.clear();
      return new Promise((resolve, reject) => {
        const settled = (): void => {
          worker.off("message", replied).off("error", died);
        };
        function replied(reply: PlayReply | null): void {
          settled();
          resolve(reply);
        }
        function died(error: unknown): void {
          settled();
          worker = start(cell);
          reject(error);
        }
        worker.on("message", replied).on("error", died);
        worker.postMessage(work);
      });
    },
    stop: () => flag.raise(null),
    end: async () => {
      await worker.terminate();
    },
  };
}

function start(cell: SharedArrayBuffer): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { workerData: cell, env: {}, name: "winnow play" });
}
