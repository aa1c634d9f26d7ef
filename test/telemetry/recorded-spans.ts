// An OpenTelemetry provider that keeps its spans in memory, for tests that read them.
import { propagation, type Tracer, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

interface RecordedSpans {
  readonly tracer: Tracer;
  /** Takes the spans that have ended since the last time. */
  readonly take: () => readonly ReadableSpan[];
}

/** Samples as the caller does, and every trace that begins here. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() });
  const provider = new TracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    tracer: trace.getTracer("test"),
    take: () => {
      const spans = exporter.getFinishedSpans();
      exporter.reset();
      return spans;
    },
  };
}
