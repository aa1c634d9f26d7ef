// Starts the service on its port, and the internal listener when there is one; stops both in the right order.
// Everything it needs is handed in: it reads no environment, no file and no clock.
import type { Settings } from "../config/settings-table.ts";
import type { Admission } from "../gateway/admit.ts";
import type { ContextHandlers } from "../service/answer.ts";
import { errorFacts, type Log } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import type { Telemetry } from "../telemetry/otel.ts";
import { type OutsideReadings, observeReadings } from "../telemetry/readings.ts";
import { createTlsMetrics } from "../telemetry/tls-metrics.ts";
import type { Clock } from "../time/clock.ts";
import { createServing } from "../wire/serving.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { drain } from "./drain.ts";
import { createEdge } from "./edge.ts";
import { createInFlight } from "./in-flight.ts";
import { createInternal } from "./internal.ts";
import { type Timeouts, timeoutsOf } from "./limits.ts";
import { type Listener, listen } from "./listen.ts";
import type { TlsIdentity } from "./tls-identity.ts";

export type ServerSettings = Pick<
  Settings,
  | "host"
  | "port"
  | "internalHost"
  | "internalPort"
  | "drainTimeoutMs"
  | "maxRequestsInFlight"
  | "maxBytesInFlight"
  | "bodyTimeoutMs"
  | "buildId"
  | "faultStage"
>;

export interface ServerParts {
  readonly settings: ServerSettings;
  readonly admission: Admission;
  readonly handlers: ContextHandlers;
  /** Not yet started; null for none. */
  readonly workers: WorkerPool | null;
  readonly log: Log;
  /** Started: instruments that are made before it stay silent. */
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  /** null: the port is served without TLS. */
  readonly tls: TlsIdentity | null;
  /** Every reason the gate can give: the bounded set of a metric's label. */
  readonly gateReasons: readonly string[];
  /** What metrics show that is not the server's own. */
  readonly readings: OutsideReadings;
}

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
  const { settings, admission, handlers, workers, log, telemetry, clock, tls, gateReasons, readings } = parts;
  const { buildId, internalPort, drainTimeoutMs } = settings;
  const bounds = { maxRequests: settings.maxRequestsInFlight, maxBytes: settings.maxBytesInFlight, ...timeouts };
  const inFlight = createInFlight(bounds, clock);
  const metrics = createMetrics({
    gateReasons,
    operatingPoints: readings.operatingPoints.map(({ label }) => label),
  });
  const observe = createObserve(log, metrics, telemetry.tracing, settings.faultStage, clock);
  const serving = createServing();
  observeReadings({
    ...readings,
    buildId,
    state: serving.state,
    requestsInFlight: inFlight.requests,
    requestsMax: bounds.maxRequests,
    answersUnread: inFlight.unread,
    bytesInFlight: inFlight.bytes,
    bytesMax: bounds.maxBytes,
    workers: workers?.load ?? null,
  });
  const onMalformed = () => metrics.refused("malformed");
  const onUnreadable = () => metrics.refused("unreadable");
  const calls = { handlers, workers, admission, serving, inFlight, observe };
  const edge = createEdge({ ...calls, onMalformed, log, clock, timeouts });
  const onAcceptError = (error: Error) => log.event("error", "connection_not_accepted", errorFacts(error));
  const secured = tls === null ? null : { identity: tls, onFailed: createTlsMetrics(tls).handshakeFailed };
  const { host, port, internalHost } = settings;
  const shared = { timeouts, clock, onAcceptError };
  const { listener, internal } = await startListening().catch(async (error: unknown) => {
    inFlight.stop();
    await telemetry.stop();
    throw error;
  });

  async function startListening(): Promise<{ readonly listener: Listener; readonly internal: Listener | null }> {
    const listener = await listen({ ...shared, host, port, tls: secured, onUnreadable }, edge);
    try {
      return { listener, internal: await startInternal() };
    } catch (error) {
      await listener.close();
      throw error;
    }
  }

  async function startInternal(): Promise<Listener | null> {
    if (internalPort === null) return null;
    const onFault = (fault: unknown) => log.event("error", "call_failed", errorFacts(fault));
    const answer = createInternal({ serving, scrape: telemetry.scrape, onFault, clock, lingerMs: timeouts.lingerMs });
    const address = { host: internalHost, port: internalPort };
    return listen({ ...shared, ...address, tls: null, onUnreadable: () => {} }, answer);
  }

  // After the port is open: a process is ready before its threads are.
  workers?.start((able) => {
    if (serving.state() !== "draining") serving.set(able ? "serving" : "no_workers");
  });
  serving.set("serving");
  log.event("info", "listening", { address: listener.address });
  if (internal !== null) log.event("info", "listening_internally", { address: internal.address });
  let stopped: Promise<void> | null = null;
  return {
    address: listener.address,
    internalAddress: internal?.address ?? null,
    drain: () => {
      const bounds = { drainTimeoutMs, noticeMs: timeouts.noticeMs };
      stopped ??= drain({ serving, listener, internal, workers, inFlight, telemetry, log, clock, ...bounds });
      return stopped;
    },
  };
}
