// The names that metrics have in Prometheus, by OpenTelemetry's rules for it, with the unit spelled out at the end: a
// metric has one name whether it is scraped here or comes by way of a collector.
import type { MetricRow } from "./metric-table.ts";

/** The words for our units; a word in braces is an annotation and adds none. */
const unitWords: ReadonlyMap<string, string> = new Map([
  ["s", "seconds"],
  ["By", "bytes"],
  ["1", "ratio"],
]);

/** What stands behind a metric's name: its unit in words, or nothing. */
export function unitWord(unit: string): string {
  return unitWords.get(unit) ?? "";
}

/** Every name under which a metric can be queried. */
export function servedNames({ name, unit, kind }: MetricRow): readonly string[] {
  const word = unitWord(unit);
  const base = `${name.replaceAll(".", "_")}${word === "" ? "" : `_${word}`}`;
  if (kind === "histogram") return [`${base}_bucket`, `${base}_sum`, `${base}_count`];
  return [kind === "counter" ? `${base}_total` : base];
}
