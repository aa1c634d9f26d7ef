// node tools/audit.ts: fails if a package that the service depends on has a known vulnerability, high or critical. Not
// every registry reports vulnerabilities. Without a report this program says so and passes.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface AuditVerdict {
  /** Lines to print. */
  readonly lines: readonly string[];
  readonly fails: boolean;
}

const stopping: ReadonlySet<unknown> = new Set(["high", "critical"]);

/** @param printed the output of `npm audit --json` */
export function auditVerdict(printed: string): AuditVerdict {
  const report = parsed(printed);
  const { vulnerabilities } = report;
  // An error of npm or of the registry has another shape.
  if (report.auditReportVersion === undefined || typeof vulnerabilities !== "object" || vulnerabilities === null) {
    return { lines: ["audit skipped: the registry has no audit"], fails: false };
  }
  const found = Object.entries(vulnerabilities).map(([name, entry]): readonly [string, unknown] => [
    name,
    typeof entry === "object" && entry !== null && "severity" in entry ? entry.severity : "unknown",
  ]);
  const severe = found.filter(([, severity]) => stopping.has(severity));
  if (severe.length > 0)
    return { lines: severe.map(([name, severity]) => `${name} is vulnerable: ${severity}`), fails: true };
  return { lines: [`audit: nothing high or critical, ${found.length} below`], fails: false };
}

function parsed(printed: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(printed);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
  const { lines, fails } = auditVerdict(stdout);
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = fails ? 1 : 0;
}
