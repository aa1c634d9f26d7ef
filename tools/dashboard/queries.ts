// Builds the queries of the dashboard from the metric table, so that no panel queries a metric that is not served.
import { type MetricRow, servedNames } from "../../src/telemetry/metric-table.ts";

/** Query to legend. */
export type Queries = Readonly<Record<string, string>>;

/** The series of a counter or gauge, for the selected replicas. */
export function series(row: MetricRow, labels = ""): string {
  return `${servedNames(row)[0]}${matching(labels)}`;
}

function matching(labels: string): string {
  return `{instance=~"$instance"${labels === "" ? "" : `,${labels}`}}`;
}

export function rate(row: MetricRow, by: string, labels = ""): string {
  return `sum by (${by}) (rate(${series(row, labels)}[$__rate_interval]))`;
}

/** Calls a second of a histogram. */
export function calls(row: MetricRow, by: string, labels = ""): string {
  return `sum by (${by}) (rate(${servedNames(row)[2]}${matching(labels)}[$__rate_interval]))`;
}

function quantile(q: number, row: MetricRow, labels = ""): string {
  return `histogram_quantile(${q}, sum by (le) (rate(${series(row, labels)}[$__rate_interval])))`;
}

/** The median and a high percentile. @param name for the legend, if a panel shows more than one */
export function spread(row: MetricRow, high: 95 | 99, name = "", labels = ""): Queries {
  return Object.fromEntries([50, high].map((p) => [quantile(p / 100, row, labels), `${name} p${p}`.trim()]));
}

export function total(row: MetricRow): string {
  return `sum(rate(${servedNames(row)[1]}${matching("")}[$__rate_interval]))`;
}

/** A gauge of each replica, with its limit. */
export function withLimit(row: MetricRow, limit: MetricRow): Queries {
  return { [series(row)]: "{{instance}}", [`min(${series(limit)})`]: "limit" };
}

/** The growth of a counter over all replicas. @param by the label to group by */
export function growth(row: MetricRow, by: string): Queries {
  return { [`sum by (${by}) (increase(${series(row)}[$__rate_interval]))`]: `{{${by}}}` };
}
