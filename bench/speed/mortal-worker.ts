// A worker of the service that is lost on command: a call whose header `drill` says `die` or `hang` ends, or holds for
// good, any thread whose id is not above the one that the header names.
import { parentPort, threadId } from "node:worker_threads";
import type { CallForWorker } from "../../src/workers/messages.ts";

await import("../../src/workers/worker.ts");
parentPort?.on("message", ({ request }: CallForWorker) => {
  const [drill, newest] = (request.headers.drill ?? "").split(" ");
  if (threadId > Number(newest)) return;
  if (drill === "die") process.exit(1);
  while (drill === "hang");
});
