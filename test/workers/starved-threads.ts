// Loaded into a process ahead of everything: a machine on which no worker thread gets the memory that it needs to start
// while a file exists whose path the environment names.
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
