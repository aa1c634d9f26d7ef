// What is counted: how long calls take, what selection saves, how it decides, what is turned away, what is in flight.
// Every label has a bounded set of values: no caller can make a new time series. Costs nothing without an SDK.
// Create the metrics after the SDK has been started: an instrument made before it stays silent for good.
import { type Attributes, metrics } from "@opentelemetry/api";
import {
  METRIC_HTTP_SERVER_REQUEST_DURATION,
  METRIC_RPC_SERVER_CALL_DURATION,
} from "@opentelemetry/semantic-conventions";
import type { CallRecord } from "./call-record.ts";
import { endAttributes, nameAttributes } from "./span.ts";

/** Seconds, as the conventions advise for both duration metrics. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Tokens: from one short turn to the largest tier's ceiling. */
const TOKEN_BUCKETS = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000];

export interface MetricSources {
  /** Every reason the gate can give; any other is counted as `other`. */
  readonly gateReasons: readonly string[];
  readonly requestsInFlight: () => number;
  /** Bytes of request bodies held. */
  readonly bytesInFlight: () => number;
  /** Calls that wait for a worker. */
  readonly callsWaiting: () => number;
}

export interface Metrics {
  readonly record: (call: CallRecord) => void;
}

export function createMetrics(sources: MetricSources): Metrics {
  const meter = metrics.getMeter("winnow");
  const seconds = { unit: "s", advice: { explicitBucketBoundaries: DURATION_BUCKETS } };
  const tokens = { unit: "{token}", advice: { explicitBucketBoundaries: TOKEN_BUCKETS } };
  const httpDuration = meter.createHistogram(METRIC_HTTP_SERVER_REQUEST_DURATION, {
    ...seconds,
    description: "duration of REST requests",
  });
  const rpcDuration = meter.createHistogram(METRIC_RPC_SERVER_CALL_DURATION, {
    ...seconds,
    description: "duration of gRPC, gRPC-Web and Connect calls",
  });
  const before = meter.createHistogram("winnow.tokens.before", {
    ...tokens,
    description: "tokens of the context sent",
  });
  const after = meter.createHistogram("winnow.tokens.after", {
    ...tokens,
    description: "tokens of the context selected",
  });
  const selections = meter.createCounter("winnow.selections", { description: "selections by outcome and gate reason" });
  const selectionErrors = meter.createCounter("winnow.selection_errors", {
    description: "selection passes that failed",
  });
  const queueTime = meter.createHistogram("winnow.queue.duration", {
    ...seconds,
    description: "wait of large calls for a worker",
  });
  const refusals = meter.createCounter("winnow.refusals", { description: "calls turned away by the gateway, by kind" });

  meter
    .createObservableGauge("winnow.requests.in_flight", { description: "requests being answered" })
    .addCallback((gauge) => gauge.observe(sources.requestsInFlight()));
  meter
    .createObservableGauge("winnow.bytes.in_flight", { unit: "By", description: "bytes of request bodies held" })
    .addCallback((gauge) => gauge.observe(sources.bytesInFlight()));
  meter
    .createObservableGauge("winnow.calls.waiting", { description: "large calls that wait for a worker" })
    .addCallback((gauge) => gauge.observe(sources.callsWaiting()));

  const gateReasons = new Set(sources.gateReasons);

  function recordSelection({ facts, protocol }: CallRecord): void {
    if (facts.outcome === undefined) return;
    const labels: Attributes = { "winnow.outcome": facts.outcome, "winnow.protocol": protocol };
    if (facts.tokensBefore !== undefined) before.record(facts.tokensBefore, labels);
    if (facts.tokensAfter !== undefined) after.record(facts.tokensAfter, labels);
    if (facts.outcome === "selection_error") selectionErrors.add(1, { "winnow.protocol": protocol });
    selections.add(1, { ...labels, "winnow.gate_reason": gateLabel(facts.gateReason) });
  }

  function gateLabel(reason: string | undefined): string {
    if (reason === undefined) return "none";
    return gateReasons.has(reason) ? reason : "other";
  }

  return {
    record: (call) => {
      const duration = call.protocol === "rest" ? httpDuration : rpcDuration;
      duration.record(call.milliseconds / 1000, { ...nameAttributes(call), ...endAttributes(call) });
      if (call.refused !== undefined) {
        refusals.add(1, { "winnow.refused": call.refused, "winnow.protocol": call.protocol });
      }
      if (call.queuedMs !== undefined) {
        queueTime.record(call.queuedMs / 1000, { "winnow.protocol": call.protocol });
      }
      recordSelection(call);
    },
  };
}
