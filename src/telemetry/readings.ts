// Metrics that are read at each collection: the state of the process, and counts that its modules keep themselves.
// Nothing is read without a collection.
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { StoreFailure } from "../gateway/store-trust.ts";
import type { ServingState } from "../protocols/connect/health.ts";
import { metricTable } from "./metric-table.ts";
import { counter, observed, type Sample } from "./metrics.ts";

/** Why a thread ended: it crashed, took too long, or was stopped because its call had been cancelled. */
export type EndReason = "died" | "hung" | "stopped";

/** The worker threads and the calls that wait for a thread. */
export interface WorkerLoad {
  readonly size: number;
  readonly busy: number;
  /** Calls that wait for a thread, this one or a worker. */
  readonly waiting: number;
  /** How many have been replaced, by cause. */
  readonly replaced: Readonly<Record<EndReason, number>>;
}

/** The store of rates and quotas that replicas share. */
interface LimiterReadings {
  /** Whether the store decides now. */
  readonly shared: () => boolean;
  /** Requests that it did not answer, since the start, by cause. */
  readonly failures: () => Readonly<Record<StoreFailure, number>>;
  /** Calls decided without it since the start. */
  readonly decidedLocally: () => number;
}

/** Values from outside the server. */
export interface OutsideReadings {
  readonly projection: {
    readonly ageMs: () => number;
    /** null for no bound. */
    readonly maxAgeMs: number | null;
    /** Whether the file is bad now. */
    readonly rejected: () => boolean;
    /** Changes of its file since the start. */
    readonly changes: () => { readonly loaded: number; readonly rejected: number };
  };
  /** null if this process counts alone. */
  readonly limiter: LimiterReadings | null;
  readonly operatingPoints: readonly {
    readonly label: string;
    readonly policyVersion: string;
    readonly isDefault: boolean;
  }[];
}

interface Readings extends OutsideReadings {
  readonly buildId: string;
  readonly state: () => ServingState;
  readonly requestsInFlight: () => number;
  readonly requestsMax: number;
  /** Responses that clients have not read yet. */
  readonly responsesUnread: () => number;
  /** Bytes of request bodies and of such responses in memory. */
  readonly bytesInFlight: () => number;
  readonly bytesMax: number;
  readonly workers: () => WorkerLoad;
}

const noFailures: Readonly<Record<StoreFailure, number>> = { late: 0, failed: 0, disconnected: 0 };

const states: readonly ServingState[] = ["starting", "serving", "no_workers", "draining"];

export function observeReadings(readings: Readings): void {
  const { projection, state } = readings;
  observed(metricTable.requestsInFlight, () => [[readings.requestsInFlight()]]);
  observed(metricTable.requestsLimit, () => [[readings.requestsMax]]);
  observed(metricTable.responsesUnread, () => [[readings.responsesUnread()]]);
  observed(metricTable.bodiesInFlight, () => [[readings.bytesInFlight()]]);
  observed(metricTable.bodiesLimit, () => [[readings.bytesMax]]);
  observed(metricTable.servingState, () =>
    states.map((each) => [each === state() ? 1 : 0, { "winnow.state": each }] as const),
  );
  observed(metricTable.projectionAge, () => [[projection.ageMs() / 1000]]);
  const { maxAgeMs } = projection;
  observed(metricTable.projectionAgeLimit, () => (maxAgeMs === null ? [] : [[maxAgeMs / 1000]]));
  observed(metricTable.projectionRejected, () => [[projection.rejected() ? 1 : 0]]);
  observed(metricTable.projectionChanges, () => byLabel("winnow.result", projection.changes()));
  observeLimiter(readings.limiter);
  observeWorkers(readings.workers);
  observeIdentity(readings);
  observeProcess();
}

function observeLimiter(limiter: LimiterReadings | null): void {
  // Registered without a store too, because the series that alerts watch must exist.
  const failures = limiter?.failures ?? (() => noFailures);
  observed(metricTable.limiterStoreFailures, () => byLabel("winnow.why", failures()));
  if (limiter === null) return;
  observed(metricTable.limiterShared, () => [[limiter.shared() ? 1 : 0]]);
  observed(metricTable.limiterLocalDecisions, () => [[limiter.decidedLocally()]]);
}

function observeWorkers(load: () => WorkerLoad): void {
  observed(metricTable.callsWaiting, () => [[load().waiting]]);
  observed(metricTable.workersBusy, () => [[load().busy]]);
  observed(metricTable.workersSize, () => [[load().size]]);
  observed(metricTable.workersReplaced, () => byLabel("winnow.why", load().replaced));
}

function observeIdentity({ buildId, operatingPoints }: Readings): void {
  const build = { "winnow.build_id": buildId, "process.runtime.version": process.versions.node };
  observed(metricTable.buildInfo, () => [[1, build]]);
  observed(metricTable.operatingPointInfo, () =>
    operatingPoints.map(({ label, policyVersion, isDefault }) => {
      const names = { "winnow.operating_point": label, "winnow.policy_version": policyVersion };
      return [1, { ...names, "winnow.default": String(isDefault) }] as const;
    }),
  );
}

function observeProcess(): void {
  const eventLoop = watchEventLoop();
  observed(metricTable.eventLoopDelay, () => [[eventLoop().delayP99Ms / 1000]]);
  observed(metricTable.eventLoopDelayMax, () => [[eventLoop().delayMaxMs / 1000]]);
  observed(metricTable.eventLoopUse, () => [[eventLoop().utilization]]);
  observed(metricTable.memory, () => [[process.memoryUsage.rss()]]);
  observed(metricTable.cpuTime, () => {
    const { user, system } = process.cpuUsage();
    return byLabel("cpu.mode", { user: user / 1e6, system: system / 1e6 });
  });
}

function byLabel(label: string, counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).map(([value, count]) => [count, { [label]: value }] as const);
}

interface EventLoopReading {
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** 0 to 1. */
  readonly utilization: number;
}

/** Below the usual scrape interval, so that every window is seen. */
const WINDOW_MS = 10_000;

/** Time between two samples; a shorter stall may be missed. */
const RESOLUTION_MS = 10;

const quiet: EventLoopReading = { delayP99Ms: 0, delayMaxMs: 0, utilization: 0 };

/** Starts to measure at the first reading. @returns reads the last full window, or the first one while it runs */
export function watchEventLoop(): () => EventLoopReading {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let since: EventLoopUtilization | null = null;
  let last: EventLoopReading | null = null;

  function read(): EventLoopReading {
    if (since === null || delays.count === 0) return quiet;
    // A sample is the time since the previous one, which is the resolution if nothing blocks.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const { utilization } = performance.eventLoopUtilization(since);
    return { delayP99Ms: late(delays.percentile(99)), delayMaxMs: late(delays.max), utilization };
  }

  function begin(): void {
    delays.reset();
    since = performance.eventLoopUtilization();
  }

  return () => {
    if (since === null) {
      delays.enable();
      begin();
      setInterval(() => {
        last = read();
        begin();
      }, WINDOW_MS).unref();
    }
    return last ?? read();
  };
}

interface TlsMetricSources {
  /** Seconds until the current certificate expires; negative once it has. */
  readonly secondsLeft: () => number;
  /** Rejected changes of the certificate's files since the start. */
  readonly rejections: () => number;
  /** Whether the files are bad now. */
  readonly rejected: () => boolean;
}

interface TlsMetrics {
  /** @param why from a closed set, because it is a label */
  readonly handshakeFailed: (why: string) => void;
}

export function createTlsMetrics({ secondsLeft, rejections, rejected }: TlsMetricSources): TlsMetrics {
  observed(metricTable.certificateRemaining, () => [[secondsLeft()]]);
  observed(metricTable.certificateRejections, () => [[rejections()]]);
  observed(metricTable.certificateRejected, () => [[rejected() ? 1 : 0]]);
  const failures = counter(metricTable.handshakeFailures);
  return { handshakeFailed: (why) => failures.add(1, { "winnow.why": why }) };
}
