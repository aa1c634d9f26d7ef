// `make request-files`: counts the source files that one warm call of `/v1/context/select` runs through. Runs the
// service in this process from its sources and asks V8 which functions the call ran. Prints the files by folder.
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

const body = readFileSync(join(root, "docs/examples/incident.json"));
const call = async () => {
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await fetch(`${server.address}/v1/context/select`, { method: "POST", headers, body });
  await answer.text();
};
for (let at = 0; at < WARM_UP_CALLS; at++) await call();

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await call();
const { result } = await session.post("Profiler.takePreciseCoverage");
session.disconnect();
await stop();

const sources = pathToFileURL(join(root, "src/")).href;
const files = result
  .filter(
    ({ url, functions }) => url.startsWith(sources) && functions.some(({ ranges: [range] }) => (range?.count ?? 0) > 0),
  )
  .map(({ url }) => url.slice(sources.length))
  .toSorted();
const folders = Map.groupBy(files, (file) => file.split("/")[0] ?? "");
for (const [folder, inside] of folders) process.stdout.write(`${String(inside.length).padStart(4)} ${folder}\n`);
process.stdout.write(`${String(files.length).padStart(4)} files\n`);
if (process.argv.includes("--list")) process.stdout.write(`${files.join("\n")}\n`);
process.exit(0);
