import { expect, test } from "vitest";
import { histogram, isSilent } from "../../src/telemetry/instruments.ts";
import { metricTable } from "../../src/telemetry/metric-table.ts";
import { collectMetrics } from "./collected.ts";

test("an instrument is silent until somebody collects", () => {
  expect(isSilent(histogram(metricTable.httpDuration))).toBe(true);
  collectMetrics();
  expect(isSilent(histogram(metricTable.httpDuration))).toBe(false);
});
