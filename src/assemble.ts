// Takes settings, returns a running service. The server's parts are created and connected only here. A worker thread
// and `local/service.ts`, which has no server, create their own handlers.
import { parseServedProjection } from "./config/projection.ts";
import type { Settings } from "./config/settings-table.ts";
import type { Tiers } from "./config/tiers.ts";
import type { Checked } from "./config/violations.ts";
import { createAdmission } from "./gateway/admission.ts";
import { createMemoryCounters, type MemoryCounters } from "./gateway/counters.ts";
import { type ProjectionWatch, watchProjection } from "./gateway/key-ring.ts";
import { createRedisStore } from "./gateway/redis-store.ts";
import { createSharedCounters, type SharedCounters } from "./gateway/shared-counters.ts";
import type { WatchedFile } from "./gateway/watched-file.ts";
import { type TlsIdentity, watchTlsIdentity } from "./http/connections/tls-identity.ts";
import { stayAlive } from "./http/process-end.ts";
import { type RunningServer, startServer } from "./http/server.ts";
import { selectPath } from "./protocols/routes.ts";
import { createUnary } from "./protocols/unary.ts";
import { createScheduler } from "./scheduling/scheduler.ts";
import { machineEnvironment } from "./service/call.ts";
import { gateReasons } from "./service/decide.ts";
import { createHandlers, servedPoints } from "./service/handlers.ts";
import { errorFacts, storeErrorFacts } from "./telemetry/errors.ts";
import { createLog, type EventFacts, faultLog, type Log } from "./telemetry/log.ts";
import { startTelemetry } from "./telemetry/otel.ts";
import type { OutsideReadings } from "./telemetry/readings.ts";
import { type Clock, systemClock } from "./time/clock.ts";
import { type PoolEvent, type PoolOptions, RUN_MS_MAX } from "./workers/pool.ts";
import { threadStarter, threadsByDefault } from "./workers/thread.ts";

export interface RunningService {
  readonly server: RunningServer;
  readonly log: Log;
  /** Drains the server, then stops everything else. */
  readonly stop: () => Promise<void>;
}

/**
 * @param projectionFile the key projection to serve
 * @returns the violations of the operator's files, one line each, if it cannot start
 */
export async function startService(
  settings: Settings,
  tiers: Tiers,
  projectionFile: WatchedFile,
): Promise<Checked<RunningService>> {
  const log = createLog(settings.logLevel);
  const clock = systemClock;
  const local = createMemoryCounters(clock);
  const projection = projectionOf(projectionFile, tiers, settings, log, clock);
  if ("violations" in projection) return projection;
  const tls = tlsOf(settings, log, clock);
  if ("violations" in tls) return tls;

  const shared = settings.counters === null ? null : await sharedCounters(settings.counters, local, log, clock);
  const admission = createAdmission({ ring: projection.value.ring, tiers, counters: shared ?? local, clock });
  const handlers = createHandlers(machineEnvironment, { selectPath, buildId: settings.buildId });
  const unary = createUnary(handlers, faultLog(log));
  const workers = workersOf(settings, clock, (event) => logPoolEvent(log, event));
  const scheduler = createScheduler({ unary, workers, clock });
  scheduler.start();
  const readings = {
    projection: projection.value,
    limiter: shared,
    operatingPoints: servedPoints,
  };
  const telemetry = await startTelemetry({ prometheus: settings.internalPort !== null, buildId: settings.buildId });
  const calls = { admission, handlers, scheduler, telemetry };
  const close = () => {
    projection.value.close();
    tls.value?.close();
    shared?.close();
  };
  const parts = { ...calls, settings, log, clock, tls: tls.value, gateReasons, readings };
  const server = await startServer(parts).catch(async (error: unknown) => {
    // Workers and a connection to the store would keep the process alive.
    close();
    await scheduler.close();
    throw error;
  });
  const stop = async () => {
    await stayAlive(server.drain);
    close();
  };
  return { value: { server, log, stop } };
}

/** Watches the key projection, logs its changes and counts them. */
function projectionOf(
  file: WatchedFile,
  tiers: Tiers,
  { projectionMaxAgeSeconds: maxAgeSeconds }: Settings,
  log: Log,
  clock: Clock,
): Checked<ProjectionWatch & OutsideReadings["projection"]> {
  const changes = { loaded: 0, rejected: 0 };
  const maxAgeMs = maxAgeSeconds === null ? null : maxAgeSeconds * 1000;
  const watch = watchProjection({
    file,
    parse: (text) => parseServedProjection(text, file.name, tiers),
    maxAgeMs,
    clock,
    onReload: (ring) => {
      changes.loaded += 1;
      log.event("info", "projection_loaded", { count: ring.organisations.size });
    },
    onRejected: (violations) => {
      changes.rejected += 1;
      log.event("error", "projection_rejected", { violations });
    },
  });
  return "violations" in watch ? watch : { value: { ...watch.value, maxAgeMs, changes: () => changes } };
}

/** Logs each change between counting in the store and counting in this process. */
async function sharedCounters(url: string, local: MemoryCounters, log: Log, clock: Clock): Promise<SharedCounters> {
  let errorLogged = false;
  const store = await createRedisStore(url, (error) => {
    if (!errorLogged) log.event("warn", "counters_local", { why: "disconnected", ...storeErrorFacts(error) });
    errorLogged = true;
  });
  return createSharedCounters({
    store,
    local,
    clock,
    onShared: () => {
      errorLogged = false;
      log.event("info", "counters_shared");
    },
    onLocal: (why, error) => {
      const facts = error === undefined ? {} : storeErrorFacts(error);
      // The connection's own error was logged, with its cause.
      if (!errorLogged) log.event("warn", "counters_local", { why, ...facts });
    },
  });
}

/** null to serve the port without TLS. */
function tlsOf({ tlsCert, tlsKey, tlsClientCa }: Settings, log: Log, clock: Clock): Checked<TlsIdentity | null> {
  if (tlsCert === null || tlsKey === null) return { value: null };
  return watchTlsIdentity({
    files: { cert: tlsCert, key: tlsKey, clientCa: tlsClientCa },
    clock,
    onLoaded: ({ validToMs }) => {
      const expired = clock.wallMs() >= validToMs;
      const expiresAt = new Date(validToMs).toISOString();
      log.event(expired ? "error" : "info", expired ? "certificate_expired" : "certificate_loaded", { expiresAt });
    },
    onRejected: (violations) => log.event("error", "certificate_rejected", { violations }),
  });
}

/** null to answer every call on the main thread. */
function workersOf(settings: Settings, clock: Clock, onEvent: (event: PoolEvent) => void): PoolOptions | null {
  const { buildId, faultStage } = settings;
  const workers = settings.workers ?? threadsByDefault();
  if (workers === 0) return null;
  const startThread = threadStarter(new URL("./workers/worker.ts", import.meta.url), { buildId, faultStage });
  return { workers, runMsMax: RUN_MS_MAX, startThread, onEvent, clock };
}

function logPoolEvent(log: Log, event: PoolEvent): void {
  if (event.event === "fault") log.event("error", "call_failed", { errorName: event.name, at: event.at });
  else
    log.event(event.why === "stopped" ? "info" : "error", event.event, { why: event.why, ...causeFacts(event.cause) });
}

function causeFacts(cause: unknown): EventFacts {
  return cause === null ? {} : errorFacts(cause);
}
