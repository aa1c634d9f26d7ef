import { describe, expect, test } from "vitest";
import { metricRows, metricTable, servedNames } from "../../src/telemetry/metric-table.ts";
import { labelValues } from "../../tools/label-values.ts";

test.each([
  [
    metricTable.httpDuration,
    [
      "http_server_request_duration_seconds_bucket",
      "http_server_request_duration_seconds_sum",
      "http_server_request_duration_seconds_count",
    ],
  ],
  [metricTable.selections, ["winnow_selections_total"]],
  [metricTable.cpuTime, ["process_cpu_time_seconds_total"]],
  [metricTable.bodiesInFlight, ["winnow_bodies_in_flight_bytes"]],
  [metricTable.eventLoopUse, ["nodejs_eventloop_utilization_ratio"]],
  [metricTable.workersBusy, ["winnow_workers_busy"]],
])("$name is served as %s", (row, names) => {
  expect(servedNames(row)).toEqual(names);
});

describe("the table of metrics", () => {
  test("names each row differently, in the spelling of OpenTelemetry and of Prometheus", () => {
    const names = metricRows.flatMap((row) => [row.name, ...servedNames(row)]);
    expect(names).toHaveLength(new Set(names).size);
  });

  test("has an explanation for each label", () => {
    expect(Object.keys(labelValues).sort()).toEqual([...new Set(metricRows.flatMap(({ labels }) => labels))].sort());
  });
});
