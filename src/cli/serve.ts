// `winnow serve`: runs the server until SIGTERM or SIGINT. It prints one line with its address when it is ready. Its
// flags come from the settings table. Their values stay text, and `config/settings.ts` reads and checks them with the
// rest.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { Command } from "commander";
import { type RunningService, startService } from "../assemble.ts";
import { readSettings } from "../config/settings.ts";
import { type SettingRow, type Settings, settingRows } from "../config/settings-table.ts";
import { readTiers } from "../config/tiers.ts";
import { fixedFile, type WatchedFile, watchedFile } from "../gateway/watched-file.ts";
import { installLastResort } from "../http/process-end.ts";
import { canWriteBeside, developmentProjectionText, ensureDevelopmentProjection } from "../keys/projection-store.ts";
import { errorFacts } from "../telemetry/errors.ts";
import { hasErrorCode } from "../thrown.ts";
import { systemClock } from "../time/clock.ts";
import { collectTypeFeedbackEarly } from "../workers/runtime-tuning.ts";
import { defaultProjectionPath } from "./projection-file.ts";

/** The exit code if the stop failed. The process still ends. */
const EXIT_STOP_FAILED = 1;

export function serveCommand(): Command {
  const command = new Command("serve").description("serve REST, Connect, gRPC-Web and gRPC on one port");
  for (const row of settingRows) {
    if (row.flag !== null) command.option(`${row.flag} <${row.reads === "text" ? "value" : "number"}>`, helpOf(row));
  }
  return command.action(serve);
}

function helpOf(row: SettingRow): string {
  const unit = row.unit === "" ? "" : `, in ${row.unit}`;
  const fallback = row.default === null || row.default === "" ? "" : `; default ${row.default}`;
  return `${row.help} (${row.env}${unit}${fallback})`;
}

async function serve(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const read = readSettings(flags, process.env, (path) => readFileSync(path, "utf8"));
  if ("violations" in read) throw new Error(read.violations.join("\nwinnow: "));
  // A key is shown only once, so everything that can fail is checked before one is made.
  const tiers = readTiers(read.settings.tiers);
  if ("violations" in tiers) throw new Error(tiers.violations.join("\nwinnow: "));
  const projection = await projectionFile(read.settings.projection);
  await collectTypeFeedbackEarly();
  const started = await startService(read.settings, tiers.value, projection).catch((error: unknown) => {
    throw hasErrorCode(error, "EADDRINUSE") ? portTaken(error, read.settings) : error;
  });
  if ("violations" in started) throw new Error(started.violations.join("\nwinnow: "));
  stopOnSignal(started.value);
  process.stdout.write(`winnow is ready on ${started.value.server.address}\n`);
}

function portTaken(error: unknown, { internalPort }: Pick<Settings, "internalPort">): Error {
  const taken = error instanceof Error && "port" in error ? error.port : null;
  const flag = taken === internalPort ? "--internal-port" : "--port";
  return new Error(`port ${taken} is in use; ${flag} names another, 0 picks a free one`, { cause: error });
}

/** The key projection to serve: the named file, else the default one. Only the default one is created if missing. */
async function projectionFile(named: string | null): Promise<WatchedFile> {
  const path = named ?? defaultProjectionPath(process.cwd());
  if (named !== null || existsSync(path)) return watchedFile(path, systemClock);
  if (!(await canWriteBeside(path))) {
    const { text, secret } = developmentProjectionText(randomBytes, new Date());
    showKey(secret);
    return fixedFile("the development projection", text);
  }
  const made = await ensureDevelopmentProjection(path, randomBytes, () => new Date());
  if ("problem" in made) throw new Error(made.problem);
  if (made.secret !== null) showKey(made.secret);
  return watchedFile(path, systemClock);
}

/** The projection holds only the key's digest, so no later start can show it. */
function showKey(secret: string): void {
  process.stdout.write(`development key, shown once: ${secret}\n`);
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
