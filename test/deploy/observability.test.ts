// The metrics that deploy/ uses are served, with the same names and labels, and the dashboard is up to date.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type MetricRow, metricRows, servedNames } from "../../src/telemetry/metric-table.ts";
import { dashboard } from "../../tools/dashboard/dashboard.ts";
import { alertQueries, metricsIn, panelQueries } from "./queries.ts";

const queries = [...alertQueries, ...panelQueries];

/** The labels that a selector on a metric names. */
function matched(expression: string): readonly (readonly [name: string, label: string])[] {
  return [...expression.matchAll(/([a-z][a-z0-9_]*)\{([^}]*)\}/g)].flatMap(([, name = "", inside = ""]) =>
    (inside.replaceAll(/"[^"]*"/g, "").match(/[a-z_]+/g) ?? []).map((label) => [name, label] as const),
  );
}

const labelsOf = new Map(
  metricRows.flatMap((row: MetricRow) =>
    servedNames(row).map((name) => [name, row.labels.map((label) => label.replaceAll(".", "_"))] as const),
  ),
);

describe("the queries in deploy/", () => {
  test("name metrics that are served", () => {
    expect(queries.flatMap(metricsIn).length).toBeGreaterThan(queries.length - 1);
  });

  test("name labels that those metrics have", () => {
    const strange = queries.flatMap(({ of, expression }) =>
      matched(expression)
        .filter(([name, label]) => !["instance", "job"].includes(label) && !labelsOf.get(name)?.includes(label))
        .map((pair) => [of, ...pair]),
    );
    expect(strange).toEqual([]);
  });

  test("use every metric of the table", () => {
    const asked = new Set(queries.flatMap(metricsIn));
    const unseen = metricRows.filter((row) => !servedNames(row).some((name) => asked.has(name)));
    expect(unseen.map(({ name }) => name)).toEqual([]);
  });

  test("are read correctly: a word that is not a metric is not taken for one", () => {
    expect(() => metricsIn({ of: "it", expression: "rate(winnow_made_up_total[5m])" })).toThrow("winnow_made_up_total");
  });
});

test("the dashboard is the generated one", () => {
  const file = readFileSync(new URL("../../deploy/grafana/winnow.json", import.meta.url), "utf8");
  expect(file).toBe(dashboard());
});
