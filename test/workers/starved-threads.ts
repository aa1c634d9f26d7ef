// Preloaded into a process. While the file named by the environment exists, no worker thread gets enough memory to
// start.
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import threads, { Worker, type WorkerOptions } from "node:worker_threads";

const { STARVED_WHILE: file = "" } = process.env;

threads.Worker = class extends Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(script, existsSync(file) ? { ...options, resourceLimits: { maxOldGenerationSizeMb: 4 } } : options);
  }
};
syncBuiltinESMExports();
