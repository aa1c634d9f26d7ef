// The output of `npm audit --json`, as lines to print and whether they should fail a build.

export interface AuditVerdict {
  readonly said: readonly string[];
  readonly fails: boolean;
}

const stopping: ReadonlySet<unknown> = new Set(["high", "critical"]);

export function auditVerdict(printed: string): AuditVerdict {
  const report = parsed(printed);
  const { vulnerabilities } = report;
  // An error of npm or of the registry has another shape.
  if (report.auditReportVersion === undefined || typeof vulnerabilities !== "object" || vulnerabilities === null) {
    return { said: ["audit skipped: the registry has no audit"], fails: false };
  }
  const found = Object.entries(vulnerabilities).map(([name, entry]): readonly [string, unknown] => [
    name,
    typeof entry === "object" && entry !== null && "severity" in entry ? entry.severity : "unknown",
  ]);
  const severe = found.filter(([, severity]) => stopping.has(severity));
  if (severe.length > 0)
    return { said: severe.map(([name, severity]) => `${name} is vulnerable: ${severity}`), fails: true };
  return { said: [`audit: nothing high or critical, ${found.length} below`], fails: false };
}

function parsed(printed: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(printed);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}
