// Starts a server from its parts, on its port and, if configured, on the internal one, and stops it in the right order.
// It reads no environment, no file and no clock of its own.
import type { Settings } from "../config/settings-table.ts";
import type { Admission } from "../gateway/admission.ts";
import { createServing, type Serving, type ServingSwitch } from "../protocols/connect/health.ts";
import { createInFlight, type InFlight } from "../scheduling/in-flight.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { ContextHandlers } from "../service/call.ts";
import { errorFacts } from "../telemetry/errors.ts";
import { faultLog, type Log } from "../telemetry/log.ts";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import type { Telemetry } from "../telemetry/otel.ts";
import { createTlsMetrics, type OutsideReadings, observeReadings } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import { type Listener, listen } from "./connections/listen.ts";
import type { TlsIdentity } from "./connections/tls-identity.ts";
import { drain } from "./drain.ts";
import { createEdge } from "./edge.ts";
import { createCors } from "./headers.ts";
import { createInternal } from "./internal.ts";
import { type Timeouts, timeoutsOf } from "./limits.ts";
import { warmUp } from "./warm-up.ts";

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
  | "connectionsPerAddressMax"
  | "corsOrigins"
  | "faultStage"
  | "warmUpMs"
>;

interface ServerParts {
  readonly settings: ServerSettings;
  readonly admission: Admission;
  readonly handlers: ContextHandlers;
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** Already started, because an instrument that is made before that never records. */
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  /** null to serve the port without TLS. */
  readonly tls: TlsIdentity | null;
  /** Every reason the gate can give: the values of a metric's label. */
  readonly gateReasons: readonly string[];
  /** Metrics of parts outside the server. */
  readonly readings: OutsideReadings;
}

export interface RunningServer {
  /** `http://HOST:PORT`, or `https://HOST:PORT` */
  readonly address: string;
  /** The same for the internal listener; null if there is none. */
  readonly internalAddress: string | null;
  /**
   * Takes no more calls, waits at most `drainTimeoutMs` for those in flight, aborts the rest, and closes everything.
   * Calling it again returns the same promise.
   */
  readonly drain: () => Promise<void>;
}

/**
 * @param timeouts shorter ones for tests
 * @throws the operating system's error if it cannot listen on an address
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
  log.event("info", "listening", { address: listener.address });
  const warmedUp = reportReadiness(parts, serving, inFlight, timeouts);
  let stopped: Promise<void> | null = null;
  return {
    address: listener.address,
    internalAddress: internal?.address ?? null,
    drain: () => {
      const waits = { drainTimeoutMs: settings.drainTimeoutMs, noticeMs: timeouts.noticeMs };
      stopped ??= drain({ ...parts, serving, listener, internal, inFlight, ...waits }).then(() => warmedUp);
      return stopped;
    },
  };
}

/**
 * Reports `serving` after the warm-up, or `no_workers`. The port is open before that: calls that arrive are answered.
 * @returns when the warm-up has ended
 */
async function reportReadiness(
  parts: ServerParts,
  serving: ServingSwitch,
  inFlight: InFlight,
  timeouts: Timeouts,
): Promise<void> {
  const { settings, scheduler, log, clock } = parts;
  let warm = settings.warmUpMs === 0;
  const startedMs = clock.monotonicMs();
  const stopping = () => serving.state() === "draining";
  function report(): void {
    if (!stopping()) serving.set(scheduler.canStartWorkers() ? (warm ? "serving" : "starting") : "no_workers");
  }
  scheduler.watchStarts(report);
  report();
  if (!warm) {
    const callersCalls = inFlight.places;
    await warmUp({ ...parts, timeouts, cpuMs: settings.warmUpMs, callersCalls, stopping }).catch((error: unknown) => {
      log.event("warn", "warm_up_failed", errorFacts(error));
    });
  }
  warm = true;
  scheduler.endWarmUp();
  report();
  if (!stopping()) log.event("info", "ready", { milliseconds: Math.round(clock.monotonicMs() - startedMs) });
}

/** Registers the metrics that are read, and returns those that calls add to. */
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
    requestsInFlight: inFlight.places,
    requestsMax: settings.maxRequestsInFlight,
    responsesUnread: inFlight.responsesUnread,
    bytesInFlight: inFlight.bytes,
    bytesMax: settings.maxBytesInFlight,
    workers: scheduler.load,
  });
  return metrics;
}

/** What both listeners need from a server. */
interface ServerCore {
  readonly serving: Serving;
  readonly inFlight: InFlight;
  readonly metrics: Metrics;
  readonly timeouts: Timeouts;
}

export interface Listeners {
  readonly listener: Listener;
  readonly internal: Listener | null;
}

/**
 * The internal listener opens first, because a balancer without probes sends calls as soon as the port is open.
 * @throws the operating system's error if it cannot listen on an address
 */
async function openListeners(parts: ServerParts, core: ServerCore): Promise<Listeners> {
  const internal = await openInternal(parts, core);
  if (internal !== null) parts.log.event("info", "listening_internally", { address: internal.address });
  try {
    return { listener: await openPort(parts, core), internal };
  } catch (error) {
    await internal?.close();
    throw error;
  }
}

function openPort(parts: ServerParts, { metrics, ...core }: ServerCore): Promise<Listener> {
  const { settings, telemetry, log, clock, tls } = parts;
  const observe = createObserve(log, metrics, telemetry.tracer, settings.faultStage, clock);
  const edge = createEdge({
    ...parts,
    ...core,
    observe,
    cors: createCors(settings.corsOrigins),
    onMalformed: () => metrics.refused("malformed"),
  });
  const options = {
    host: settings.host,
    port: settings.port,
    tls: tls === null ? null : { identity: tls, onFailed: createTlsMetrics(tls).handshakeFailed },
    onUnreadable: () => metrics.refused("unreadable"),
    connectionsPerAddressMax: settings.connectionsPerAddressMax,
  };
  return listen({ ...options, ...connectionOptions(parts, core.timeouts) }, edge);
}

async function openInternal(parts: ServerParts, { serving, timeouts }: ServerCore): Promise<Listener | null> {
  const { settings, telemetry, log, clock } = parts;
  if (settings.internalPort === null) return null;
  const onFault = faultLog(log);
  const answer = createInternal({ serving, scrape: telemetry.scrape, onFault, clock, lingerMs: timeouts.lingerMs });
  const address = { host: settings.internalHost, port: settings.internalPort };
  // Probes and scrapers come from the operator's own network.
  const options = { ...address, tls: null, onUnreadable: () => {}, connectionsPerAddressMax: null };
  return listen({ ...options, ...connectionOptions(parts, timeouts) }, answer);
}

/** The options that both listeners share. */
function connectionOptions({ log, clock }: ServerParts, timeouts: Timeouts) {
  const onAcceptError = (error: Error) => log.event("error", "connection_not_accepted", errorFacts(error));
  return { timeouts, clock, onAcceptError };
}
