// The trace that a call belongs to: whose it is by the caller's headers, whether it is kept, and the ids of its spans.
// Made of the SDK's propagator, sampler and ids. Its spans are not the SDK's: they are values that are written as bytes
// at once (`span-bytes.ts`), since objects that wait for their export were a tenth of a call of 7 kB.
import type { IncomingHttpHeaders } from "node:http";
import {
  type Attributes,
  defaultTextMapGetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { RandomIdGenerator, type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace";
import { samplerFromEnv } from "./sampler.ts";
import type { FinishedSpan, ServerTrace, Tracing } from "./span.ts";
import { createSpanBatches } from "./span-batches.ts";
import { createSpanBytes } from "./span-bytes.ts";
import { spanExporter } from "./span-exporter.ts";

/** Spans are grouped by what made them. */
const SCOPE = "winnow";

/** Not what callers can write at will beside their trace's id: every span of the trace would show it. */
const identityOnly: TextMapGetter<IncomingHttpHeaders> = {
  keys: (headers) => defaultTextMapGetter.keys(headers),
  get: (headers, name) =>
    name === "tracestate" || name === "baggage" ? undefined : defaultTextMapGetter.get(headers, name),
};

export interface RunningTracing {
  readonly tracing: Tracing;
  /** Sends what waits. */
  readonly stop: () => Promise<void>;
}

/** @param url of a receiver of OTLP over HTTP */
export function startTracing(url: string, resource: Attributes): RunningTracing {
  const exporter = spanExporter(url);
  const { write, flush } = createSpanBatches(createSpanBytes(resource, SCOPE), exporter.send);
  const tracing = createTracing(samplerFromEnv(), write);
  return {
    tracing,
    stop: async () => {
      await flush();
      await exporter.stop();
    },
  };
}

/** @param write takes each span that is kept */
export function createTracing(sampler: Sampler, write: (span: FinishedSpan) => void): Tracing {
  const propagator = new W3CTraceContextPropagator();
  const ids = new RandomIdGenerator();

  function join(name: string, headers: IncomingHttpHeaders): ServerTrace {
    const context = propagator.extract(ROOT_CONTEXT, headers, identityOnly);
    const sent = trace.getSpanContext(context);
    const parent = sent !== undefined && isSpanContextValid(sent) ? sent : undefined;
    const traceId = parent?.traceId ?? ids.generateTraceId();
    const { decision } = sampler.shouldSample(context, traceId, name, SpanKind.SERVER, {}, []);
    return {
      traceId,
      spanId: ids.generateSpanId(),
      parentSpanId: parent?.spanId,
      kept: decision === SamplingDecision.RECORD_AND_SAMPLED,
    };
  }

  return { join, newSpanId: () => ids.generateSpanId(), write };
}
