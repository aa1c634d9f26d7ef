// Starts OpenTelemetry when someone listens: an OTLP endpoint, or a Prometheus scraper. Otherwise nothing is loaded,
// and every span and instrument of the service is the API's no-op.
// Start it before the metrics are created and before the first call.
import { DiagConsoleLogger, diag, metrics } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { IMetricReader, ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { unitWord } from "./served-names.ts";
import type { Tracing } from "./span.ts";

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
  /** null when nobody takes traces. */
  readonly tracing: Tracing | null;
  /** The metrics as Prometheus text (exposition format 0.0.4); null when they are not scraped. */
  readonly scrape: (() => Promise<string>) | null;
  /** Sends what is still waiting, then stops. Never rejects: a collector that is away must not spoil a clean exit. */
  readonly stop: () => Promise<void>;
}

/** Longest export of metrics, in milliseconds: the SDK's default. Must not be longer than the time between two. */
const METRICS_MS_MAX = 30_000;

export const noTelemetry: Telemetry = { tracing: null, scrape: null, stop: async () => {} };

export async function startTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  const { otlpEndpoint, otlpMetricsEveryMs, prometheus, buildId } = settings;
  if (otlpEndpoint === null && !prometheus) return noTelemetry;
  // Loaded on demand, and of the SDK only what is used: as one package it takes 55 MB and .4 s of processor time.
  await tellTheOperator();
  const resource = await resourceOf(buildId);
  const scraped = prometheus ? await prometheusExport() : null;
  const base = otlpEndpoint?.replace(/\/+$/, "");
  const traces = base === undefined ? null : await tracesTo(`${base}/v1/traces`, resource);
  const pushed = base === undefined ? [] : [await metricsTo(`${base}/v1/metrics`, otlpMetricsEveryMs)];
  const stopMetrics = await startMetrics(resource, [...pushed, ...(scraped === null ? [] : [scraped.reader])]);
  return {
    tracing: traces?.tracing ?? null,
    scrape: scraped?.scrape ?? null,
    stop: async () => {
      await Promise.allSettled([traces?.stop(), stopMetrics()]);
    },
  };
}

/** What goes wrong with an export is told nobody, unless OpenTelemetry's own variable asks for it. */
async function tellTheOperator(): Promise<void> {
  const { diagLogLevelFromString, getStringFromEnv } = await import("@opentelemetry/core");
  const logLevel = diagLogLevelFromString(getStringFromEnv("OTEL_LOG_LEVEL"));
  if (logLevel !== undefined) diag.setLogger(new DiagConsoleLogger(), { logLevel });
}

/** What tells replicas apart. The SDK's usual set would add the command line, which may hold an address's password. */
async function resourceOf(buildId: string): Promise<Resource> {
  const sdk = await import("@opentelemetry/resources");
  const detectors = [sdk.serviceInstanceIdDetector, sdk.hostDetector, sdk.envDetector];
  const resource = sdk
    .defaultResource()
    .merge(sdk.resourceFromAttributes({ "service.name": "winnow", "service.version": buildId }))
    .merge(sdk.detectResources({ detectors }));
  await resource.waitForAsyncAttributes?.();
  return resource;
}

async function startMetrics(resource: Resource, readers: IMetricReader[]): Promise<() => Promise<void>> {
  const { MeterProvider } = await import("@opentelemetry/sdk-metrics");
  const provider = new MeterProvider({ resource, readers });
  metrics.setGlobalMeterProvider(provider);
  return () => provider.shutdown();
}

async function metricsTo(url: string, everyMs: number): Promise<IMetricReader> {
  const { OTLPMetricExporter } = await import("@opentelemetry/exporter-metrics-otlp-proto");
  const { PeriodicExportingMetricReader } = await import("@opentelemetry/sdk-metrics");
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url }),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(METRICS_MS_MAX, everyMs),
  });
}

async function tracesTo(url: string, resource: Resource) {
  const { startTracing } = await import("./tracing.ts");
  return startTracing(url, resource.attributes);
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
