// `winnow serve`: the server, until SIGTERM or SIGINT. Prints one line with its address when it is ready.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { type RunningService, startService } from "../assemble.ts";
import { isErrorCode } from "../config/error-code.ts";
import { readSettings } from "../config/settings.ts";
import type { Settings } from "../config/settings-table.ts";
import { readTiers } from "../config/tiers-file.ts";
import { developmentProjectionPath, ensureDevelopmentProjection } from "../keys/development.ts";
import { installLastResort } from "../server/last-resort.ts";
import { errorFacts } from "../telemetry/error-facts.ts";
import { noteKindsEarly } from "./early-feedback.ts";
import { addSettingOptions } from "./setting-options.ts";

/** A stop that went wrong ends the process all the same, and whoever started it gets to know. */
const EXIT_STOP_FAILED = 1;

export function serveCommand(): Command {
  return addSettingOptions(
    new Command("serve").description("serve REST, Connect, gRPC-Web and gRPC on one port"),
  ).action(serve);
}

async function serve(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const read = readSettings(flags, process.env, (path) => readFileSync(path, "utf8"));
  if ("mistakes" in read) throw new Error(read.mistakes.join("\nwinnow: "));
  // Before a key is made and shown: a start that fails must not have used up the one time that it is.
  const tiers = readTiers(read.settings.tiers);
  if ("mistakes" in tiers) throw new Error(tiers.mistakes.join("\nwinnow: "));
  const projection = read.settings.projection ?? (await developmentProjection());
  const started = await startService(read.settings, tiers.value, projection).catch((error: unknown) => {
    throw isErrorCode(error, "EADDRINUSE") ? portTaken(error, read.settings) : error;
  });
  if ("mistakes" in started) throw new Error(started.mistakes.join("\nwinnow: "));
  stopOnSignal(started.value);
  await noteKindsEarly();
  process.stdout.write(`winnow is ready on ${started.value.server.address}\n`);
  await started.value.warm();
}

function portTaken(error: unknown, { internalPort }: Pick<Settings, "internalPort">): Error {
  const taken = error instanceof Error && "port" in error ? error.port : null;
  const flag = taken === internalPort ? "--internal-port" : "--port";
  return new Error(`port ${taken} is in use; ${flag} names another, 0 picks a free one`, { cause: error });
}

/** The projection of a service that was given none; its key is shown at the first start and never again. */
async function developmentProjection(): Promise<string> {
  const made = await ensureDevelopmentProjection(developmentProjectionPath, randomBytes, () => new Date());
  if ("problem" in made) throw new Error(made.problem);
  if (made.secret !== null) process.stdout.write(`development key, shown once: ${made.secret}\n`);
  return developmentProjectionPath;
}

function stopOnSignal({ stop, log }: RunningService): void {
  const exit = (code: number) => process.exit(code);
  const removeLastResort = installLastResort(log, stop, exit);
  const leave = () => {
    stop().then(
      () => {
        removeLastResort();
        exit(0);
      },
      async (error: unknown) => {
        log.event("error", "stop_failed", errorFacts(error));
        await log.flush();
        exit(EXIT_STOP_FAILED);
      },
    );
  };
  // A second signal does not wait for the drain.
  process.once("SIGTERM", leave).once("SIGINT", leave);
}
