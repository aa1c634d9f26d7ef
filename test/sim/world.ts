// The service of a simulated run, assembled as in src/http/server.ts from real parts, with these exceptions: time
// advances only when the simulation says so, connections are pipes, worker threads and the projection's file are
// simulated, no port is opened and nothing is exported.
import type { Random } from "../../bench/corpus/random.ts";
import { parseServedProjection } from "../../src/config/projection.ts";
import { parseTiers } from "../../src/config/tiers.ts";
import { createAdmission } from "../../src/gateway/admission.ts";
import { createMemoryCounters } from "../../src/gateway/counters.ts";
import { watchProjection } from "../../src/gateway/key-ring.ts";
import { createSharedCounters } from "../../src/gateway/shared-counters.ts";
import { createConnections } from "../../src/http/connections/connections.ts";
import { drain } from "../../src/http/drain.ts";
import { createEdge } from "../../src/http/edge.ts";
import { timeoutsOf } from "../../src/http/limits.ts";
import { createServing } from "../../src/protocols/connect/health.ts";
import { selectPath } from "../../src/protocols/routes.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { createInFlight, type InFlight } from "../../src/scheduling/in-flight.ts";
import { createScheduler } from "../../src/scheduling/scheduler.ts";
import { gateReasons } from "../../src/service/decide.ts";
import { createHandlers, servedPoints } from "../../src/service/handlers.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { createObserve, type Observe } from "../../src/telemetry/observe.ts";
import { noTelemetry } from "../../src/telemetry/otel.ts";
import type { PoolEvent } from "../../src/workers/pool.ts";
import { unwrap } from "../config/checked.ts";
import { secretOf } from "../gateway/projections.ts";
import { manualClock } from "../time/manual-clock.ts";
import { type Books, keepBooks } from "./books.ts";
import type { Pipe } from "./clients/pipe.ts";
import type { KeyName, Plan, Trouble } from "./plan.ts";
import { simulatedListener } from "./simulated-listener.ts";
import { MAX_AGE_MS, projectionText, watchedText } from "./simulated-projection.ts";
import { simulatedStore } from "./simulated-store.ts";
import { simulatedThreads } from "./threads.ts";

const roomy = {
  max_input_tokens: 100_000,
  max_records: 8,
  rate_per_second: 100_000,
  burst: 100_000,
  daily_quota: null,
};
export const QUOTA = 3;
const tierFile = {
  roomy,
  slow: { ...roomy, rate_per_second: 0.2, burst: 2 },
  frugal: { ...roomy, daily_quota: QUOTA },
};
export const tiers = unwrap(parseTiers(JSON.stringify(tierFile), "tiers"));

const BODY_MS = 30_000;
const DRAIN_MS = 20_000;
const RUN_MS_MAX = 10_000;

export interface World {
  readonly clock: ReturnType<typeof manualClock>;
  readonly inFlight: InFlight;
  readonly books: Books;
  readonly waiting: () => number;
  /** Number of writes to all connections. */
  readonly writes: () => number;
  /** The log, as JSON lines. */
  readonly log: string[];
  /** null once it accepts no connections. */
  readonly connect: () => Pipe | null;
  readonly cause: (trouble: Trouble) => void;
  readonly draining: () => boolean;
  /** Settles when the server has stopped. */
  readonly stop: () => Promise<void>;
}

export function authorizationOf(name: KeyName): string | null {
  return name === "none" ? null : `Bearer ${secretOf(name)}`;
}

export function createWorld(plan: Plan, random: Random): World {
  const clock = manualClock(plan.startsAt);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) }, clock);
  const file = watchedText(projectionText("good", clock.wallMs()), clock.after);
  const watch = unwrap(
    watchProjection({
      file,
      parse: (text) => parseServedProjection(text, "projection", tiers),
      maxAgeMs: MAX_AGE_MS,
      clock,
      onReload: () => log.event("info", "projection_loaded"),
      onRejected: (violations) => log.event("error", "projection_rejected", { violations }),
    }),
  );
  const timeouts = timeoutsOf(BODY_MS);
  const inFlight = createInFlight({ ...plan.bounds, ...timeouts }, clock);
  let ids = 0;
  const newRecordId = () => `generated-${ids++}`;
  const environment = { now: clock.monotonicMs, cpuMs: clock.cpuMs, newRecordId };
  const handlers = createHandlers(environment, { selectPath, buildId: "" });
  const unary = createUnary(handlers, () => log.event("error", "call_failed"));
  const workers = {
    workers: plan.workers,
    runMsMax: RUN_MS_MAX,
    startThread: simulatedThreads(unary, clock, random, plan.threads),
    onEvent: (event: PoolEvent) =>
      log.event("info", "worker_replaced", event.event === "fault" ? {} : { why: event.why }),
    clock,
  };
  const scheduler = createScheduler({ unary, workers: plan.workers === 0 ? null : workers, clock });
  const metrics = createMetrics({ gateReasons, operatingPoints: servedPoints.map(({ label }) => label) }, clock);
  const observe = withStageFaults(createObserve(log, metrics, null, null, clock), () => random.chance(plan.stageFault));
  const local = createMemoryCounters(clock);
  const store = simulatedStore(clock);
  const [onShared, onLocal] = [() => log.event("info", "counters_shared"), () => log.event("warn", "counters_local")];
  const shared = plan.sharesCounters ? createSharedCounters({ store, local, clock, onShared, onLocal }) : null;
  const books = keepBooks(clock, shared ?? local, observe);
  const admission = createAdmission({ ring: watch.ring, tiers, counters: books.counters, clock });
  const serving = createServing();
  const edge = createEdge({
    cors: () => null,
    handlers,
    scheduler,
    admission,
    serving,
    inFlight,
    observe: books.observe,
    onMalformed: () => {},
    log,
    clock,
    timeouts,
  });
  const connections = createConnections(
    { timeouts, clock, tls: null, connectionsPerAddressMax: null, onUnreadable: () => {} },
    edge,
  );
  const listener = simulatedListener(connections, clock);
  scheduler.start();
  scheduler.endWarmUp();
  serving.set("serving");

  let stopped: Promise<void> | null = null;
  function stop(): Promise<void> {
    const parts = { serving, listener, internal: null, scheduler, inFlight, telemetry: noTelemetry, log, clock };
    stopped ??= drain({ ...parts, drainTimeoutMs: DRAIN_MS, noticeMs: timeouts.noticeMs }).then(() => {
      watch.close();
      shared?.close();
    });
    return stopped;
  }

  return {
    clock,
    inFlight,
    books,
    waiting: () => scheduler.load().waiting,
    writes: listener.writes,
    log: lines,
    connect: listener.connect,
    cause: (trouble) => {
      if (trouble.kind === "drain") void stop();
      else if (trouble.kind === "wall") clock.setWall(clock.wallMs() + trouble.byMs);
      else if (trouble.kind === "store") store.become(trouble.becomes);
      else file.become(projectionText(trouble.becomes, clock.wallMs()));
    },
    draining: () => stopped !== null,
    stop,
  };
}

function withStageFaults(observe: Observe, fails: () => boolean): Observe {
  return (start, headers) => {
    const observation = observe(start, headers);
    return {
      ...observation,
      stages: (signal) => {
        const stage = observation.stages(signal);
        return (name, work, facts) =>
          stage(
            name,
            (checkpoint) => {
              if (fails()) throw new RangeError("a stage fails");
              return work(checkpoint);
            },
            facts,
          );
      },
    };
  };
}
