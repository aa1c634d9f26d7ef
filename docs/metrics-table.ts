// `make docs`: writes the tables of metrics and of their labels into docs/operations.md, from the one place where
// metrics are declared.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { labelValues, type MetricRow, metricRows } from "../src/telemetry/metric-table.ts";
import { servedNames } from "../src/telemetry/served-names.ts";

const page = new URL("operations.md", import.meta.url);
const opening = "<!-- metrics: made by `make docs` from src/telemetry/metric-table.ts -->\n";
const closing = "<!-- /metrics -->";

/** The page with its tables as they should be. */
export function withMetricsTable(text: string): string {
  const start = text.indexOf(opening);
  const end = text.indexOf(closing);
  if (start < 0 || end < start) throw new Error("docs/operations.md has no place for the table of metrics");
  return `${text.slice(0, start)}${opening}\n${metricsTable()}\n\n${labelsTable()}\n\n${text.slice(end)}`;
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
