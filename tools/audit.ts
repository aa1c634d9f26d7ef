// node tools/audit.ts: fails when a package that the service runs on is known to be vulnerable, high or critical, as
// far as the registry tells. Not every registry does; then it says so and passes.
import { spawnSync } from "node:child_process";
import { auditVerdict } from "./audit-verdict.ts";

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const { said, fails } = auditVerdict(stdout);
process.stdout.write(`${said.join("\n")}\n`);
process.exitCode = fails ? 1 : 0;
