// Runs everything in this folder: third-party clients and suites against the service. If it cannot run here, it says
// why in one line. It fails if any result differs from the recorded one.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runCollector } from "./collector.ts";
import { conform } from "./conformance.ts";
import { mintKeys, startEdge } from "./edge.ts";
import { runGrpcClient } from "./grpc-client.ts";
import { runGrpcurl } from "./grpcurl.ts";
import { runGuideFaults } from "./guide-faults.ts";
import { runGuides } from "./guides.ts";
import { runH2spec } from "./h2spec.ts";
import { runOnNode22 } from "./node-22.ts";
import { fetchPythonClient, runPythonClient, runPythonProxy } from "./python-client.ts";
import { buildTools, fetchTools, missingLanguages, type Tools } from "./tools.ts";
import type { Verdict } from "./verdict.ts";

const folder = fileURLToPath(new URL("../../var/interop", import.meta.url));
const pythonClient = `${folder}/python-client`;
/** Longest run after the downloads, which takes about two minutes. A longer one counts as hung. */
const RUN_MS_MAX = 1_800_000;

/** Enough of a tool's output to identify the registry. */
const WHY_CHARACTERS_MAX = 300;
const say = (line: string) => process.stdout.write(`interop: ${line}\n`);

async function* verdicts(tools: Tools): AsyncGenerator<Verdict> {
  yield await conform(tools, "whole");
  yield await conform(tools, "router");
  const keys = mintKeys();
  const edge = await startEdge(keys, { keyless: true });
  yield await runH2spec(tools, edge.address, folder);
  await edge.drain();
  const keyed = await startEdge(keys);
  yield await runCollector(tools);
  yield await runGrpcurl(tools, keyed.address, keys.roomy);
  yield* runGuides(folder, keyed, keys);
  yield* runGuideFaults();
  yield* runPythonClient(pythonClient, keyed, keys);
  yield* runPythonProxy(pythonClient);
  await keyed.drain();
  const script = fileURLToPath(new URL("python/client.py", import.meta.url));
  const env = { PYTHONPATH: tools.pythonStubs };
  yield await runGrpcClient({ name: "grpcio (Python)", command: [tools.python, script], env });
  yield await runGrpcClient({ name: "grpc-go", command: [tools.goClient] });
  yield await runOnNode22(folder);
}

const missing = await missingLanguages();
if (missing.length > 0) skip(`this machine has no ${missing.join(" and no ")}`);
mkdirSync(folder, { recursive: true });
await Promise.all([fetchTools(folder), fetchPythonClient(pythonClient)]).catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  skip(`the tools cannot be fetched: ${why.replace(/\s+/g, " ").slice(0, WHY_CHARACTERS_MAX)}`);
});
// Also keeps the process alive, because a drain that waits for a suite's open connections does not.
const limit = setTimeout(() => {
  say("FAILED: not done in time");
  process.exit(1);
}, RUN_MS_MAX);
const tools = await buildTools(folder);
for await (const { name, holds, detail } of verdicts(tools)) {
  say(`${holds ? "ok" : "FAILED"}: ${name}: ${detail}`);
  if (!holds) process.exitCode = 1;
}
clearTimeout(limit);

function skip(why: string): never {
  say(`skipped: ${why}`);
  process.exit(0);
}
