// Every query of the alerts and the dashboard in deploy/, and the names in them.
import { readFileSync } from "node:fs";
import { metricRows, servedNames } from "../../src/telemetry/metric-table.ts";
import { labelValues } from "../../tools/label-values.ts";
import { alertRules } from "./alert-rules.ts";

export interface Query {
  /** The alert or the panel. */
  readonly of: string;
  readonly expression: string;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

const dashboard: Dashboard = JSON.parse(
  readFileSync(new URL("../../deploy/grafana/winnow.json", import.meta.url), "utf8"),
);

export const alertQueries: readonly Query[] = alertRules.map(({ alert, expr }) => ({ of: alert, expression: expr }));

export const panelQueries: readonly Query[] = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ of: title, expression: expr })),
);

const served = new Set([...metricRows.flatMap(servedNames), "up"]);
/** Prometheus's own labels, and those that every scrape adds. */
const labels = new Set([
  ...Object.keys(labelValues).map((label) => label.replaceAll(".", "_")),
  "instance",
  "job",
  "le",
]);
/** The words of the query language that our queries use. */
const words = new Set(
  "sum count min rate increase histogram_quantile by on and or vector bool ignoring group_left".split(" "),
);

/**
 * The metrics that a query names.
 * @throws Error for a word that is neither a metric, nor a label, nor part of the language
 */
export function metricsIn({ of, expression }: Query): readonly string[] {
  // Text in quotes or brackets, and the letters of a number, are not names.
  const bare = expression.replaceAll(/"[^"]*"|\[[^\]]*\]|\b\d[\d.e]*\b/g, "");
  const names = bare.match(/[a-zA-Z_][a-zA-Z0-9_]*/g) ?? [];
  const strange = names.filter((name) => !served.has(name) && !labels.has(name) && !words.has(name));
  if (strange.length > 0) throw new Error(`${of} asks for ${strange.join(", ")}, which nothing serves`);
  return names.filter((name) => served.has(name));
}
