// Starts OpenTelemetry if something needs its exports: a collector, by the standard `OTEL_*` variables, or a Prometheus
// scraper on the internal listener. Otherwise nothing is loaded, and all instruments are the API's no-ops. Start it
// before the metrics are created and before the first call, because an instrument made earlier never records.
import { metrics, ProxyTracerProvider, type Tracer, trace } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { IMetricReader, PushMetricExporter, ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { unitWord } from "./metric-table.ts";

interface TelemetrySettings {
  /** Whether metrics will be scraped as Prometheus text. */
  readonly prometheus: boolean;
  /** `service.version` of what is exported; empty when run from a source tree. */
  readonly buildId: string;
}

export interface Telemetry {
  /** null if no exporter takes traces. */
  readonly tracer: Tracer | null;
  /** The metrics as Prometheus text (exposition format 0.0.4); null if they are not scraped. */
  readonly scrape: (() => Promise<string>) | null;
  /**
   * Exports what is still buffered, then stops. Never rejects, because an absent collector must not prevent a clean
   * exit.
   */
  readonly stop: () => Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

const SCOPE = "winnow";

/** Any of these variables turns an export on. The SDK reads them, and all other standard ones, by itself. */
const EXPORT_VARIABLES = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
  "OTEL_TRACES_EXPORTER",
  "OTEL_METRICS_EXPORTER",
] as const;

/** The SDK's own defaults, in milliseconds. */
const [EXPORT_EVERY_MS, EXPORT_MS_MAX] = [60_000, 30_000];

/** A longer queue of spans than the SDK's 2,048, because a call creates about nine and an export may take a second. */
const SPAN_QUEUE = { OTEL_BSP_MAX_QUEUE_SIZE: "8192", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "2048" };

export const noTelemetry: Telemetry = { tracer: null, scrape: null, stop: async () => {} };

export async function startTelemetry({ prometheus, buildId }: TelemetrySettings): Promise<Telemetry> {
  const exporting = asksForExport(process.env);
  const scraped = prometheus ? await prometheusExport() : null;
  const readers = scraped === null ? [] : [scraped.reader];
  let stop = noTelemetry.stop;
  if (exporting) stop = await startSdk(buildId, readers);
  else if (scraped !== null) stop = await startMetricsOnly(buildId, readers);
  const tracer = hasTracerProvider() ? trace.getTracer(SCOPE) : null;
  return tracer === null && scraped === null && !exporting
    ? noTelemetry
    : { tracer, scrape: scraped?.scrape ?? null, stop: () => stop().catch(() => {}) };
}

function asksForExport(env: Env): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true") return false;
  return EXPORT_VARIABLES.some((name) => !["", "none"].includes(env[name]?.trim() ?? ""));
}

/** By now the provider is ours, or that of an application that embeds the service. */
function hasTracerProvider(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;
}

/** @param scraped readers besides those that push */
async function startSdk(buildId: string, scraped: readonly IMetricReader[]) {
  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  for (const [name, value] of Object.entries(SPAN_QUEUE)) process.env[name] ??= value;
  const { OTEL_NODE_RESOURCE_DETECTORS: detectors } = process.env;
  const sdk = new NodeSDK({
    resource: await serviceResource(buildId),
    ...(detectors === undefined ? { resourceDetectors: await defaultDetectors() } : {}),
    metricReaders: [...scraped, ...(await pushReaders(process.env))],
    // pino writes the log as lines. Without this setting the SDK would start an exporter of logs.
    logRecordProcessors: [],
  });
  sdk.start();
  return () => sdk.shutdown();
}

/** The part that `/metrics` needs, without the SDK's exporters: half the memory and half the time to load. */
async function startMetricsOnly(buildId: string, readers: IMetricReader[]) {
  const { MeterProvider } = await import("@opentelemetry/sdk-metrics");
  const { detectResources } = await import("@opentelemetry/resources");
  const service = await serviceResource(buildId);
  const resource = service.merge(detectResources({ detectors: await defaultDetectors() }));
  const provider = new MeterProvider({ resource, readers });
  metrics.setGlobalMeterProvider(provider);
  return () => provider.shutdown();
}

async function serviceResource(buildId: string): Promise<Resource> {
  const { defaultResource, resourceFromAttributes } = await import("@opentelemetry/resources");
  return defaultResource().merge(resourceFromAttributes({ "service.name": "winnow", "service.version": buildId }));
}

/** Distinguishes replicas. The SDK's default would add the command line, which may hold a password in a URL. */
async function defaultDetectors() {
  const { serviceInstanceIdDetector, hostDetector, envDetector } = await import("@opentelemetry/resources");
  return [serviceInstanceIdDetector, hostDetector, envDetector];
}

/**
 * The readers that push metrics, as the SDK makes them from the same variables. The SDK uses either its own readers or
 * those it is given, so it cannot create them itself if `/metrics` needs one more.
 */
async function pushReaders(env: Env): Promise<readonly IMetricReader[]> {
  const names = (env.OTEL_METRICS_EXPORTER || "otlp").split(",").map((name) => name.trim());
  const exporters = names.includes("otlp") && !names.includes("none") ? [await otlpMetrics(env)] : [];
  const { PeriodicExportingMetricReader } = await import("@opentelemetry/sdk-metrics");
  const exportIntervalMillis = milliseconds(env.OTEL_METRIC_EXPORT_INTERVAL, EXPORT_EVERY_MS);
  // An export may not take longer than the interval between two.
  const timeout = Math.min(milliseconds(env.OTEL_METRIC_EXPORT_TIMEOUT, EXPORT_MS_MAX), exportIntervalMillis);
  const timing = { exportIntervalMillis, exportTimeoutMillis: timeout };
  return exporters.map((exporter) => new PeriodicExportingMetricReader({ exporter, ...timing }));
}

async function otlpMetrics(env: Env): Promise<PushMetricExporter> {
  const protocol = (env.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL)?.trim();
  const { OTLPMetricExporter } =
    protocol === "grpc"
      ? await import("@opentelemetry/exporter-metrics-otlp-grpc")
      : protocol === "http/json"
        ? await import("@opentelemetry/exporter-metrics-otlp-http")
        : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter();
}

function milliseconds(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return value > 0 ? value : fallback;
}

/** The exporter would open a port of its own; here it only formats. */
async function prometheusExport() {
  const { PrometheusExporter, PrometheusSerializer } = await import("@opentelemetry/exporter-prometheus");
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer();
  return {
    reader,
    scrape: async () => serializer.serialize(withUnits((await reader.collect()).resourceMetrics)),
  };
}

/** Adds the unit to each metric's name, because Prometheus expects it and the exporter omits it. */
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
