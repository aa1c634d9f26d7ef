// Requests of OTLP in, over HTTP to a collector, by the SDK's own transport: its retries, headers, time-outs and
// OpenTelemetry's variables for them. What cannot be delivered is lost, and told to nobody but OTEL_LOG_LEVEL.
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from "@opentelemetry/otlp-exporter-base/node-http";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";

export interface SpanExporter {
  /** Settles when the request is delivered or given up; never rejects. */
  readonly send: (request: Uint8Array) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function spanExporter(url: string): SpanExporter {
  const headers = { "Content-Type": "application/x-protobuf" };
  const delegate = createOtlpHttpExportDelegate<Uint8Array, unknown>(
    convertLegacyHttpOptions({ url }, "TRACES", "v1/traces", headers),
    // They come as bytes.
    { serializeRequest: (request) => request, deserializeResponse: ProtobufTraceSerializer.deserializeResponse },
    "otlp_http_span_exporter",
    { name: "span", countItems: () => 0 },
    undefined,
  );
  return {
    send: (request) => new Promise((resolve) => delegate.export(request, () => resolve())),
    stop: () => delegate.shutdown(),
  };
}
