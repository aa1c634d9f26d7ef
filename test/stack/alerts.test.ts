// Each alert fires when it should and not before, as checked by Prometheus's own tool.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alertRules, alertText } from "../deploy/alert-rules.ts";
import { type AlertCase, alertCases } from "./alert-cases.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-alerts-"));
  await writeFile(join(folder, "alerts.yml"), alertText);
});

afterAll(() => rm(folder, { recursive: true }));

test("promtool accepts the rules", async () => {
  const { stdout } = await promisify(execFile)("promtool", ["check", "rules", join(folder, "alerts.yml")]);
  expect(stdout).toContain(`${alertRules.length} rules found`);
});

test("every alert has a case", () => {
  expect([...new Set(alertCases.map(({ alert }) => alert))].sort()).toEqual(
    alertRules.map(({ alert }) => alert).sort(),
  );
});

describe.each(alertCases)("$alert", (alertCase) => {
  test("fires", () => judge(alertCase, alertCase.fires, [expected(alertCase)]));

  test("does not fire", () => judge(alertCase, alertCase.quiet, []));
});

function expected({ alert, labels }: AlertCase): unknown {
  const rule = alertRules.find((each) => each.alert === alert);
  return { exp_labels: { ...labels, ...rule?.labels }, exp_annotations: rule?.annotations };
}

async function judge(
  { alert, at }: AlertCase,
  series: Readonly<Record<string, string>>,
  alerts: readonly unknown[],
): Promise<void> {
  const file = join(folder, "case.yml");
  const suite = {
    rule_files: ["alerts.yml"],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: alerts }],
      },
    ],
  };
  await writeFile(file, JSON.stringify(suite));
  const run = promisify(execFile)("promtool", ["test", "rules", file]);
  // The output says which alerts were expected and which fired.
  await expect(
    run.then(
      () => "",
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    ),
  ).resolves.toBe("");
}
