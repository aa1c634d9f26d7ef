// Spans kept in memory, for tests that look at them.
import { AlwaysOnSampler, ParentBasedSampler } from "@opentelemetry/sdk-trace";
import type { FinishedSpan, Tracing } from "../../src/telemetry/span.ts";
import { createTracing } from "../../src/telemetry/tracing.ts";

export interface RecordedSpans {
  readonly tracing: Tracing;
  /** Takes the spans that have ended since the last time. */
  readonly take: () => readonly FinishedSpan[];
}

/** Keeps what its caller keeps, and every trace that begins here. */
export function recordSpans(): RecordedSpans {
  const spans: FinishedSpan[] = [];
  const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() });
  return { tracing: createTracing(sampler, (span) => spans.push(span)), take: () => spans.splice(0) };
}
