// `make request-files`: counts the source files that one warm call of `/v1/context/select` runs through, for the first
// call of the README and for a call with records of many formats. Runs the service in this process from its sources and
// asks V8 which functions a call ran. Prints the files by folder.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startService } from "../src/assemble.ts";
import { readSettings } from "../src/config/settings.ts";
import { readTiers } from "../src/config/tiers.ts";
import { fixedFile } from "../src/gateway/watched-file.ts";
import { developmentProjectionText } from "../src/keys/projection-store.ts";
import { root } from "./project.ts";

/** Calls before the measured one, so that nothing runs for the first time in it. */
const WARM_UP_CALLS = 20;

const flags = { port: "0", logLevel: "silent", workers: "0", warmUpMs: "0" };
const read = readSettings(flags, {}, () => "");
const tiers = readTiers(null);
if (!("settings" in read) || !("value" in tiers)) throw new Error("the default settings are refused");
const { text, secret } = developmentProjectionText(randomBytes, new Date());
const started = await startService(read.settings, tiers.value, fixedFile("development", text));
if (!("value" in started)) throw new Error("the service does not start");
const { server, stop } = started.value;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
const sources = pathToFileURL(join(root, "src/")).href;

/** The files that a warm call with this body runs through. */
async function filesOf(example: string): Promise<readonly string[]> {
  const body = readFileSync(join(root, "docs/examples", example));
  const headers = { authorization: `Bearer ${secret}` };
  const call = async () => {
    const answer = await fetch(`${server.address}/v1/context/select`, { method: "POST", headers, body });
    await answer.text();
    if (!answer.ok) throw new Error(`${example}: status ${answer.status}`);
  };
  for (let at = 0; at < WARM_UP_CALLS; at++) await call();
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await call();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const ran = result.filter(({ functions }) => functions.some(({ ranges: [range] }) => (range?.count ?? 0) > 0));
  return ran
    .filter(({ url }) => url.startsWith(sources))
    .map(({ url }) => url.slice(sources.length))
    .toSorted();
}

for (const example of ["harbour.json", "incident.json"]) {
  const files = await filesOf(example);
  process.stdout.write(`docs/examples/${example}\n`);
  const folders = Map.groupBy(files, (file) => file.split("/")[0] ?? "");
  for (const [folder, inside] of folders) process.stdout.write(`${String(inside.length).padStart(4)} ${folder}\n`);
  process.stdout.write(`${String(files.length).padStart(4)} files\n`);
  if (process.argv.includes("--list")) process.stdout.write(`${files.join("\n")}\n`);
}
session.disconnect();
await stop();
process.exit(0);
