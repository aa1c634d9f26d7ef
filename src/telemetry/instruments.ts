// Makes instruments from the rows of the table of metrics.
// Make them after the SDK has been started: an instrument made before it stays silent for good.
import { type Attributes, type Counter, createNoopMeter, type Histogram, metrics } from "@opentelemetry/api";
import type { MetricRow } from "./metric-table.ts";

/** One value of a metric, with its labels where it has any. */
export type Sample = readonly [value: number, labels?: Attributes];

export function histogram({ name, unit, help, buckets = [] }: MetricRow): Histogram {
  const advice = { explicitBucketBoundaries: [...buckets] };
  return metrics.getMeter("winnow").createHistogram(name, { unit, description: help, advice });
}

export function counter({ name, unit, help }: MetricRow): Counter {
  return metrics.getMeter("winnow").createCounter(name, { unit, description: help });
}

/** Whether nobody collects what is recorded: without an SDK the API gives the same instrument to all who ask. */
export function isSilent(instrument: Histogram): boolean {
  return instrument === createNoopMeter().createHistogram("");
}

/** A gauge, or a counter that its owner keeps, whose values are asked for when somebody collects. */
export function observed({ name, kind, unit, help }: MetricRow, read: () => readonly Sample[]): void {
  const meter = metrics.getMeter("winnow");
  const options = { unit, description: help };
  const instrument =
    kind === "counter" ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options);
  instrument.addCallback((result) => {
    for (const [value, labels] of read()) result.observe(value, labels);
  });
}
