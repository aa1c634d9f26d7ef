// Shuts a server down without losing a call. It reports `draining` to load balancers, closes the port, asks clients to
// leave, and keeps serving until they have had time to do so. Then it accepts no more calls, waits a bounded time for
// those in flight and closes. Probes and collectors are served until the end.
import type { ServingSwitch } from "../protocols/connect/health.ts";
import type { InFlight } from "../scheduling/in-flight.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { Log } from "../telemetry/log.ts";
import type { Telemetry } from "../telemetry/otel.ts";
import { type Clock, within } from "../time/clock.ts";
import type { Listener } from "./connections/listen.ts";

interface DrainParts {
  readonly serving: ServingSwitch;
  readonly listener: Listener;
  readonly internal: Listener | null;
  readonly scheduler: Scheduler;
  readonly inFlight: InFlight;
  readonly telemetry: Telemetry;
  readonly log: Log;
  readonly clock: Clock;
  /** Longest wait for calls in flight. */
  readonly drainTimeoutMs: number;
  /** How long clients need to act on the notice. */
  readonly noticeMs: number;
}

/** Longest wait for a collector to take the last spans: one that hangs must not keep the process alive. */
const TELEMETRY_MS_MAX = 3_000;

/**
 * Longest wait for clients to confirm the notice, as a multiple of the notice. A balancer on a busy machine reacts
 * late, and one with an idle HTTP/1.1 connection reacts with its next call. A call that it sends to a closed connection
 * is lost.
 */
const NOTICES_MAX = 8;

const never = new Promise<never>(() => {});

export async function drain(parts: DrainParts): Promise<void> {
  const { serving, listener, internal, scheduler, inFlight, telemetry, log, clock } = parts;
  const startedAt = clock.monotonicMs();
  log.event("info", "draining", { count: inFlight.unfinished() });
  serving.set("draining");
  // Before the notice: clients reconnect after it, and closing the port then would reset connections in its backlog.
  await listener.shut();
  const notice = listener.notice();
  if (notice !== null) {
    const wait = (milliseconds: number, asked: Promise<unknown>) => within(clock, milliseconds, asked);
    await Promise.all([wait(parts.noticeMs, never), wait(parts.noticeMs * NOTICES_MAX, notice.confirmed)]);
  }
  inFlight.shut();
  listener.retire();
  const finished = await within(clock, parts.drainTimeoutMs, inFlight.idle());
  if (finished === "late") log.event("warn", "drain_cut_short", { count: inFlight.unfinished() });
  await listener.close();
  inFlight.stop();
  await scheduler.close();
  // After the port, so that probes and a last scrape still see the drain.
  await internal?.close();
  await within(clock, TELEMETRY_MS_MAX, telemetry.stop());
  log.event("info", "drained", { milliseconds: Math.round(clock.monotonicMs() - startedAt) });
  await log.flush();
}
