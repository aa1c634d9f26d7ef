// The port and what answers on it, and the internal listener when there is one. Both listen or neither does: a port
// that stayed open behind a start that failed would let nobody start in its place.
import type { Serving } from "../protocols/connect/health.ts";
import type { InFlight } from "../scheduling/in-flight.ts";
import { errorFacts, faultLog } from "../telemetry/errors.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createTlsMetrics } from "../telemetry/readings.ts";
import { type Listener, listen } from "./connections/listen.ts";
import { createCors } from "./cors.ts";
import { createEdge } from "./edge.ts";
import { createInternal } from "./internal.ts";
import type { Timeouts } from "./limits.ts";
import type { ServerParts } from "./server-parts.ts";

/** What a server has made of its parts before it listens. */
export interface ServerCore {
  readonly serving: Serving;
  readonly inFlight: InFlight;
  readonly metrics: Metrics;
  readonly timeouts: Timeouts;
}

export interface Listeners {
  readonly listener: Listener;
  readonly internal: Listener | null;
}

/** @throws the operating system's error when an address cannot be listened on */
export async function openListeners(parts: ServerParts, core: ServerCore): Promise<Listeners> {
  const listener = await openPort(parts, core);
  try {
    return { listener, internal: await openInternal(parts, core) };
  } catch (error) {
    await listener.close();
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
  // Probes and scrapers come through the machine's own network.
  const options = { ...address, tls: null, onUnreadable: () => {}, connectionsPerAddressMax: null };
  return listen({ ...options, ...connectionOptions(parts, timeouts) }, answer);
}

/** What connections of both listeners are held to. */
function connectionOptions({ log, clock }: ServerParts, timeouts: Timeouts) {
  const onAcceptError = (error: Error) => log.event("error", "connection_not_accepted", errorFacts(error));
  return { timeouts, clock, onAcceptError };
}
