import { expect, test } from "vitest";
import { auditVerdict } from "../../tools/audit.ts";

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

test.each([
  ["nothing known", report({}), false, "audit: nothing high or critical, 0 below"],
  ["something minor", report({ a: { severity: "moderate" } }), false, "audit: nothing high or critical, 1 below"],
  ["something severe", report({ a: { severity: "low" }, b: { severity: "high" } }), true, "b is vulnerable: high"],
  [
    "a registry without a report",
    JSON.stringify({ error: { code: "E405" } }),
    false,
    "audit skipped: the registry has no audit",
  ],
  ["not JSON", "npm error", false, "audit skipped: the registry has no audit"],
])("of %s", (_name, printed, fails, line) => {
  expect(auditVerdict(printed)).toEqual({ lines: [line], fails });
});
