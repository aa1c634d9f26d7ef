// `make docs`: writes the tables of metrics and of their labels into docs/metrics.md, from the metric table.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type MetricRow, metricRows, servedNames } from "../src/telemetry/metric-table.ts";
import { labelValues } from "./label-values.ts";
import { withPart } from "./made-part.ts";

const page = new URL("../docs/metrics.md", import.meta.url);

/** The page with up-to-date tables. */
export function withMetricsTable(text: string): string {
  const tables = `${metricsTable()}\n\n${labelsTable()}`;
  return withPart(text, { name: "metrics", from: "src/telemetry/metric-table.ts", text: tables });
}

function metricsTable(): string {
  const head = ["| OpenTelemetry | Prometheus | labels | meaning |", "|---|---|---|---|"];
  return [...head, ...metricRows.map(metricRow)].join("\n");
}

function metricRow(row: MetricRow): string {
  const [first = ""] = servedNames(row);
  const served = row.kind === "histogram" ? first.replace(/bucket$/, "{bucket,sum,count}") : first;
  const labels = row.labels.map((label) => `\`${label}\``).join(", ");
  return `| \`${row.name}\` | \`${served}\` | ${labels} | ${row.help} |`;
}

function labelsTable(): string {
  const rows = Object.entries(labelValues).map(([label, values]) => `| \`${label}\` | ${values} |`);
  return ["| label | values |", "|---|---|", ...rows].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(page, withMetricsTable(readFileSync(page, "utf8")));
}
