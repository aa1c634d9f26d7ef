// node tools/audit.ts: fails if a package that the service depends on has a known vulnerability, high or critical. Not
// every registry reports vulnerabilities. Without a report this program says so and passes.
import { spawnSync } from "node:child_process";
import { auditVerdict } from "./audit-verdict.ts";

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const { said, fails } = auditVerdict(stdout);
process.stdout.write(`${said.join("\n")}\n`);
process.exitCode = fails ? 1 : 0;
