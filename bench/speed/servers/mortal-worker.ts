// A worker of the service that fails on command. A call with the header `drill` of `die` or `hang` ends or blocks every
// thread whose id is at most the one in the header.
import { threadId, workerData } from "node:worker_threads";
import type { CallForWorker, WorkerSetup } from "../../../src/workers/messages.ts";

await import("../../../src/workers/worker.ts");
const setup: WorkerSetup = workerData;
setup.port.on("message", ({ request }: CallForWorker) => {
  const [drill, newest] = (request.headers.drill ?? "").split(" ");
  if (threadId > Number(newest)) return;
  if (drill === "die") process.exit(1);
  while (drill === "hang");
});
