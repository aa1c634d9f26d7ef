// Starts OpenTelemetry when someone listens: an OTLP endpoint, or a Prometheus scraper. Otherwise nothing is loaded,
// and every span and instrument of the service is the API's no-op.
// Start it before the metrics are created and before the first call.
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { unitWord } from "./served-names.ts";

export interface TelemetrySettings {
  /** Base address of an OTLP receiver over HTTP, as `http://collector:4318`; null for none. */
  readonly otlpEndpoint: string | null;
  /** Between two exports of metrics to it, in milliseconds. */
  readonly otlpMetricsEveryMs: number;
  /** Whether metrics are to be scraped as Prometheus text. */
  readonly prometheus: boolean;
  /** `service.version` of what is exported; empty when it runs from a source tree. */
  readonly buildId: string;
}

export interface Telemetry {
  /** The metrics as Prometheus text (exposition format 0.0.4); null when they are not scraped. */
  readonly scrape: (() => Promise<string>) | null;
  /** Sends what is still waiting, then stops. Never rejects: a collector that is away must not spoil a clean exit. */
  readonly stop: () => Promise<void>;
}

/** Spans that wait for export: four times the SDK's default, since a call makes one and one more per stage. */
const SPAN_QUEUE = 8192;

/** Longest export of metrics, in milliseconds: the SDK's default. Must not be longer than the time between two. */
const METRICS_MS_MAX = 30_000;

export const noTelemetry: Telemetry = { scrape: null, stop: async () => {} };

export async function startTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  if (settings.otlpEndpoint === null && !settings.prometheus) return noTelemetry;
  // Loaded on demand: the SDK costs 300 ms and 40 MB at start.
  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  const resources = await import("@opentelemetry/resources");
  const otlp =
    settings.otlpEndpoint === null ? null : await otlpExport(settings.otlpEndpoint, settings.otlpMetricsEveryMs);
  const prometheus = settings.prometheus ? await prometheusExport() : null;
  const sdk = new NodeSDK({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": "winnow", "service.version": settings.buildId })),
    // Those that tell replicas apart. The SDK's usual set would add the command line, which may hold an address with a
    // password.
    resourceDetectors: [resources.serviceInstanceIdDetector, resources.hostDetector, resources.envDetector],
    spanProcessors: otlp === null ? [] : [otlp.spans],
    metricReaders: [...(otlp === null ? [] : [otlp.metrics]), ...(prometheus === null ? [] : [prometheus.reader])],
    // Logs go to standard error. Left out, the SDK would set up an OTLP exporter for them.
    logRecordProcessors: [],
  });
  sdk.start();
  return { scrape: prometheus === null ? null : prometheus.scrape, stop: () => sdk.shutdown().catch(() => {}) };
}

async function otlpExport(endpoint: string, metricsEveryMs: number) {
  const { BatchSpanProcessor } = await import("@opentelemetry/sdk-trace");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-proto");
  const { OTLPMetricExporter } = await import("@opentelemetry/exporter-metrics-otlp-proto");
  const { PeriodicExportingMetricReader } = await import("@opentelemetry/sdk-metrics");
  const base = endpoint.replace(/\/+$/, "");
  return {
    // One options object: the positional form of earlier versions is accepted and exports nothing.
    spans: new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }),
      maxQueueSize: SPAN_QUEUE,
    }),
    metrics: new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
      exportIntervalMillis: metricsEveryMs,
      exportTimeoutMillis: Math.min(METRICS_MS_MAX, metricsEveryMs),
    }),
  };
}

/** The exporter would open a port of its own; it is only asked for its figures here. */
async function prometheusExport() {
  const { PrometheusExporter, PrometheusSerializer } = await import("@opentelemetry/exporter-prometheus");
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer();
  return {
    reader,
    scrape: async () => serializer.serialize(withUnits((await reader.collect()).resourceMetrics)),
  };
}

/** The exporter leaves the unit out of a metric's name; Prometheus wants it there. */
function withUnits(collected: ResourceMetrics): ResourceMetrics {
  const scopeMetrics = collected.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => {
      const word = unitWord(metric.descriptor.unit);
      const name = word === "" ? metric.descriptor.name : `${metric.descriptor.name}.${word}`;
      return { ...metric, descriptor: { ...metric.descriptor, name, unit: word } };
    }),
  }));
  return { ...collected, scopeMetrics };
}
