// An OpenTelemetry SDK that keeps metrics in memory, for their tests.
import { metrics } from "@opentelemetry/api";
import {
  AggregationTemporality,
  type DataPoint,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";

/** Everything recorded from now on. @returns reads the points of one instrument, or of all */
export function collectMetrics(): (name?: string) => Promise<readonly DataPoint<unknown>[]> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  metrics.disable();
  metrics.setGlobalMeterProvider(provider);
  return async (name) => {
    exporter.reset();
    await provider.forceFlush();
    const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return all
      .filter(({ descriptor }) => name === undefined || descriptor.name === name)
      .flatMap<DataPoint<unknown>>(({ dataPoints }) => dataPoints);
  };
}
