// Starts the service on its port, and the internal listener when there is one; stops both in the right order.
// Everything it needs is handed in: it reads no environment, no file and no clock.
import { createServing, type Serving, type ServingSwitch } from "../protocols/connect/health.ts";
import { createInFlight, type InFlight } from "../scheduling/in-flight.ts";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { observeReadings } from "../telemetry/readings.ts";
import { drain } from "./drain.ts";
import { type Timeouts, timeoutsOf } from "./limits.ts";
import { openListeners } from "./listeners.ts";
import type { ServerParts } from "./server-parts.ts";

export interface RunningServer {
  /** `http://HOST:PORT`, or `https://HOST:PORT` */
  readonly address: string;
  /** The same for the internal listener; null when there is none. */
  readonly internalAddress: string | null;
  /**
   * Stops taking work, lets calls in flight finish for at most `drainTimeoutMs`, cuts the rest, and closes everything.
   * Later calls wait for the first.
   */
  readonly drain: () => Promise<void>;
}

/**
 * @param timeouts shorter ones for tests that cannot wait for the usual
 * @throws the operating system's error when an address cannot be listened on
 */
export async function startServer(
  parts: ServerParts,
  timeouts: Timeouts = timeoutsOf(parts.settings.bodyTimeoutMs),
): Promise<RunningServer> {
  const { settings, telemetry, log, clock } = parts;
  const bounds = { maxRequests: settings.maxRequestsInFlight, maxBytes: settings.maxBytesInFlight, ...timeouts };
  const inFlight = createInFlight(bounds, clock);
  const serving = createServing();
  const core = { serving, inFlight, timeouts, metrics: measured(parts, serving, inFlight) };
  const { listener, internal } = await openListeners(parts, core).catch(async (error: unknown) => {
    inFlight.stop();
    await telemetry.stop();
    throw error;
  });
  beginServing(parts, serving);
  log.event("info", "listening", { address: listener.address });
  if (internal !== null) log.event("info", "listening_internally", { address: internal.address });
  let stopped: Promise<void> | null = null;
  return {
    address: listener.address,
    internalAddress: internal?.address ?? null,
    drain: () => {
      const waits = { drainTimeoutMs: settings.drainTimeoutMs, noticeMs: timeouts.noticeMs };
      stopped ??= drain({ ...parts, serving, listener, internal, inFlight, ...waits });
      return stopped;
    },
  };
}

/** The metrics that calls add to; those that are only read are given to telemetry here. */
function measured(
  { settings, scheduler, gateReasons, readings, clock }: ServerParts,
  serving: Serving,
  inFlight: InFlight,
): Metrics {
  const operatingPoints = readings.operatingPoints.map(({ label }) => label);
  const metrics = createMetrics({ gateReasons, operatingPoints }, clock);
  observeReadings({
    ...readings,
    buildId: settings.buildId,
    state: serving.state,
    requestsInFlight: inFlight.requests,
    requestsMax: settings.maxRequestsInFlight,
    answersUnread: inFlight.unread,
    bytesInFlight: inFlight.bytes,
    bytesMax: settings.maxBytesInFlight,
    workers: scheduler.load,
  });
  return metrics;
}

/** After the port is open: a process is ready before its threads are. */
function beginServing({ scheduler }: ServerParts, serving: ServingSwitch): void {
  scheduler.start((able) => {
    if (serving.state() !== "draining") serving.set(able ? "serving" : "no_workers");
  });
  serving.set("serving");
}
