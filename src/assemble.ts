// From settings to a running service: the one place in which its parts are made and joined.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Checked } from "./config/mistakes.ts";
import { parseServedProjection } from "./config/projection.ts";
import type { Settings } from "./config/settings-table.ts";
import { parseTiers, shippedTiers, type Tiers } from "./config/tiers.ts";
import { createAdmission } from "./gateway/admit.ts";
import { systemClock } from "./gateway/clock.ts";
import { createMemoryCounters } from "./gateway/counters.ts";
import { watchProjection } from "./gateway/projection-watch.ts";
import { type RunningServer, startServer } from "./server/start.ts";
import { gateReasons } from "./service/gate-reasons.ts";
import { createHandlers } from "./service/handlers.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { selectPath } from "./wire/routes.ts";

export interface RunningService {
  readonly server: RunningServer;
  readonly log: Log;
  /** Drains the server, then stops everything else. */
  readonly stop: () => Promise<void>;
}

/**
 * @param projectionPath the key projection to serve
 * @returns the mistakes of the operator's files, one line each, when it cannot start
 */
export async function startService(settings: Settings, projectionPath: string): Promise<Checked<RunningService>> {
  const tiers = readTiers(settings.tiers);
  if ("mistakes" in tiers) return tiers;
  const log = createLog(settings.logLevel);
  const clock = systemClock;
  const counters = createMemoryCounters(clock);
  const maxAgeSeconds = settings.projectionMaxAgeSeconds;
  const watch = watchProjection({
    path: projectionPath,
    parse: (text) => parseServedProjection(text, projectionPath, tiers.value),
    maxAgeMs: maxAgeSeconds === null ? null : maxAgeSeconds * 1000,
    clock,
    onReload: (ring) => {
      counters.retain(ring.organisations);
      log.event("info", "projection_loaded", { count: ring.organisations.size });
    },
    onRefused: (mistakes) => log.event("error", "projection_rejected", { mistakes }),
  });
  if ("mistakes" in watch) return watch;

  const admission = createAdmission({ ring: watch.value.ring, tiers: tiers.value, counters, clock });
  const surroundings = { now: clock.monotonicMs, newRecordId: randomUUID };
  const handlers = createHandlers(surroundings, { selectPath, buildId: settings.buildId });
  const server = await startServer({ settings, admission, handlers, log, gateReasons });
  const stop = async () => {
    await server.drain();
    watch.value.close();
  };
  return { value: { server, log, stop } };
}

function readTiers(path: string | null): Checked<Tiers> {
  if (path === null) return { value: shippedTiers };
  try {
    return parseTiers(readFileSync(path, "utf8"), path);
  } catch (error) {
    return { mistakes: [`tiers file ${path} cannot be read: ${error instanceof Error ? error.message : error}`] };
  }
}
