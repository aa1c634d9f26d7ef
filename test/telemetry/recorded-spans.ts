// Spans kept in memory, for tests that look at them. Import it before anything is traced.
import { propagation, type TextMapPropagator, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));

/** Takes the spans that have ended since the last time. */
export function takeSpans(): readonly ReadableSpan[] {
  const spans = exporter.getFinishedSpans();
  exporter.reset();
  return spans;
}

/** W3C Trace Context as far as a valid header goes; the SDK's own is tested with the SDK. */
const traceContext: TextMapPropagator = {
  inject: () => {},
  extract: (context, carrier, getter) => {
    const [, traceId, spanId, flags] = String(getter.get(carrier, "traceparent") ?? "").split("-");
    if (traceId === undefined || spanId === undefined) return context;
    return trace.setSpanContext(context, { traceId, spanId, traceFlags: Number(flags), isRemote: true });
  },
  fields: () => ["traceparent"],
};
propagation.setGlobalPropagator(traceContext);
