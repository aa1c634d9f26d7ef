// The metrics that calls add to: durations, tokens saved, decisions, refusals, and use by organisation. `readings.ts`
// has the metrics that are read at each collection. Without an SDK they cost nothing. Create the metrics after the SDK
// has been started, because an instrument made earlier never records.
import { type Attributes, type Counter, createNoopMeter, type Histogram, metrics } from "@opentelemetry/api";
import { ATTR_NETWORK_PROTOCOL_VERSION } from "@opentelemetry/semantic-conventions";
import { protocolNames, protocols } from "../protocols/protocol.ts";
import { ComputeLimitExceeded } from "../service/meter.ts";
import { serverRefusals } from "../statuses.ts";
import type { Clock } from "../time/clock.ts";
import { endAttributes, nameAttributes } from "./attributes.ts";
import type { CallRecord } from "./call-record.ts";
import { type MetricRow, metricTable } from "./metric-table.ts";
import { createOrganisationUse } from "./organisations.ts";

/** Why a request was refused before it became a call. */
type EarlyRefusal = "malformed" | "unreadable";

export interface Metrics {
  readonly record: (call: CallRecord) => void;
  /** A call of this organisation has taken this processor time. */
  readonly computed: (organisation: string, cpuMs: number) => void;
  readonly refused: (kind: EarlyRefusal) => void;
}

/** Label values that are known from the start. */
interface KnownLabels {
  /** Every reason the gate can give; any other is counted as `other`. */
  readonly gateReasons: readonly string[];
  /** The labels served. */
  readonly operatingPoints: readonly string[];
}

export function createMetrics({ gateReasons, operatingPoints }: KnownLabels, clock: Clock): Metrics {
  const httpDuration = histogram(metricTable.httpDuration);
  const rpcDuration = histogram(metricTable.rpcDuration);
  const before = histogram(metricTable.tokensBefore);
  const after = histogram(metricTable.tokensAfter);
  const selections = counter(metricTable.selections);
  const selectionErrors = counter(metricTable.selectionErrors);
  const queueTime = histogram(metricTable.queueTime);
  const refusals = counter(metricTable.refusals);
  const silent = isSilent(httpDuration);
  const organisations = createOrganisationUse(clock);
  for (const row of organisations.samples().keys()) observed(row, () => organisations.samples().get(row) ?? []);
  const knownReasons = new Set(gateReasons);
  // To Prometheus, a series that begins at 1 has not grown, so an alert would miss the first event.
  for (const protocol of protocolNames) {
    refusals.add(0, { "winnow.refused": "unavailable", "winnow.protocol": protocol });
    for (const label of operatingPoints) {
      for (const why of ["compute_limit", "fault"]) {
        selectionErrors.add(0, { "winnow.operating_point": label, "winnow.protocol": protocol, "winnow.why": why });
      }
    }
  }

  function recordDuration(call: CallRecord): void {
    const labels = { ...nameAttributes(call), ...endAttributes(call) };
    const duration = call.milliseconds / 1000;
    if (protocols[call.protocol].isRpc) rpcDuration.record(duration, { ...labels, "winnow.protocol": call.protocol });
    else httpDuration.record(duration, { ...labels, [ATTR_NETWORK_PROTOCOL_VERSION]: call.httpVersion });
  }

  function recordSelection({ facts, protocol }: CallRecord): void {
    if (facts.outcome === undefined) return;
    const made: Attributes = { "winnow.operating_point": facts.operatingPoint, "winnow.protocol": protocol };
    const labels = { ...made, "winnow.outcome": facts.outcome };
    if (facts.tokensBefore !== undefined) before.record(facts.tokensBefore, labels);
    if (facts.tokensAfter !== undefined) after.record(facts.tokensAfter, labels);
    if (facts.outcome === "selection_error") {
      const why = facts.selectionError === ComputeLimitExceeded.name ? "compute_limit" : "fault";
      selectionErrors.add(1, { ...made, "winnow.why": why });
    }
    selections.add(1, { ...labels, "winnow.gate_reason": gateLabel(facts.gateReason) });
  }

  function gateLabel(reason: string | undefined): string {
    if (reason === undefined) return "none";
    return knownReasons.has(reason) ? reason : "other";
  }

  return {
    record: (call) => {
      if (silent) return;
      recordDuration(call);
      const refused = call.refused ?? serverRefusals.get(call.status);
      if (refused !== undefined) refusals.add(1, { "winnow.refused": refused, "winnow.protocol": call.protocol });
      if (call.queuedMs !== undefined) queueTime.record(call.queuedMs / 1000, { "winnow.protocol": call.protocol });
      recordSelection(call);
      const { organisation, queuedMs } = call;
      if (organisation === undefined) return;
      organisations.ended(organisation, refused);
      if (queuedMs !== undefined) organisations.queued(organisation, queuedMs);
    },
    computed: (organisation, cpuMs) => {
      if (!silent) organisations.computed(organisation, cpuMs);
    },
    refused: (kind) => refusals.add(1, { "winnow.refused": kind, "winnow.protocol": "unknown" }),
  };
}

/** One value of a metric, with its labels if it has any. */
export type Sample = readonly [value: number, labels?: Attributes];

export function histogram({ name, unit, help, buckets = [] }: MetricRow): Histogram {
  const advice = { explicitBucketBoundaries: [...buckets] };
  return metrics.getMeter("winnow").createHistogram(name, { unit, description: help, advice });
}

export function counter({ name, unit, help }: MetricRow): Counter {
  return metrics.getMeter("winnow").createCounter(name, { unit, description: help });
}

/** Whether recording has no effect. Without an SDK the API returns the same instrument each time. */
export function isSilent(instrument: Histogram): boolean {
  return instrument === createNoopMeter().createHistogram("");
}

/** A gauge, or a counter that its owner keeps, whose values are read at each collection. */
export function observed({ name, kind, unit, help }: MetricRow, read: () => readonly Sample[]): void {
  const meter = metrics.getMeter("winnow");
  const options = { unit, description: help };
  const instrument =
    kind === "counter" ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options);
  instrument.addCallback((result) => {
    for (const [value, labels] of read()) result.observe(value, labels);
  });
}
