// The alerts of deploy/, as written.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const file = new URL("../../deploy/prometheus/alerts.yml", import.meta.url);

export const alertText = readFileSync(file, "utf8");

const { groups }: { readonly groups: readonly { readonly rules: readonly AlertRule[] }[] } = parse(alertText);

export const alertRules: readonly AlertRule[] = groups.flatMap(({ rules }) => rules);
