// The end of a server, in the order that loses nothing: say so to whoever routes work here, close the port, tell
// clients, go on for the moment that the news takes, take no more work, finish what runs within a bound, close, and
// only then stop telling probes and collectors about it.
import type { ServingSwitch } from "../protocols/connect/health.ts";
import type { InFlight } from "../scheduling/in-flight.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { Log } from "../telemetry/log.ts";
import type { Telemetry } from "../telemetry/otel.ts";
import type { Clock } from "../time/clock.ts";
import { within } from "../time/within.ts";
import type { Listener } from "./connections/listen.ts";

export interface DrainParts {
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
  /** How long the news takes to arrive. */
  readonly noticeMs: number;
}

/** Longest wait for a collector to take the last spans: one that hangs must not keep the process from ending. */
const TELEMETRY_MS_MAX = 3_000;

/**
 * So many times as long is waited for a client that has not heard: a balancer on a busy machine hears late, one that
 * keeps a connection of HTTP/1.1 in reserve with its next call, and what it forwards to a connection that is closed
 * meanwhile is lost.
 */
const NOTICES_MAX = 8;

const never = new Promise<never>(() => {});

export async function drain(parts: DrainParts): Promise<void> {
  const { serving, listener, internal, scheduler, inFlight, telemetry, log, clock } = parts;
  const startedAt = clock.monotonicMs();
  log.event("info", "draining", { count: inFlight.calls() });
  serving.set("draining");
  // Before clients are told: they connect anew then, and a port that closes meanwhile resets whoever waits at it.
  await listener.shut();
  const notice = listener.notice();
  if (notice !== null) {
    const wait = (milliseconds: number, asked: Promise<unknown>) => within(clock, milliseconds, asked);
    await Promise.all([wait(parts.noticeMs, never), wait(parts.noticeMs * NOTICES_MAX, notice.heard)]);
  }
  inFlight.shut();
  listener.retire();
  const finished = await within(clock, parts.drainTimeoutMs, inFlight.idle());
  if (finished === "late") log.event("warn", "drain_cut_short", { count: inFlight.calls() });
  await listener.close();
  inFlight.stop();
  await scheduler.close();
  // After the port, so that probes and a last scrape see the drain.
  await internal?.close();
  await within(clock, TELEMETRY_MS_MAX, telemetry.stop());
  log.event("info", "drained", { milliseconds: Math.round(clock.monotonicMs() - startedAt) });
  await log.flush();
}
