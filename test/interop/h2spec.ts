// h2spec, a conformance suite for HTTP/2, against the port. It must fail exactly the known cases, except those that
// depend on timing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.ts";
import type { Tools } from "./tools.ts";
import type { Verdict } from "./verdict.ts";

/** How many seconds h2spec waits for an answer. A case without an answer takes all of them. */
const WAIT_SECONDS = 2;

/** @param folder for the report */
export async function runH2spec(tools: Tools, address: string, folder: string): Promise<Verdict> {
  const report = join(folder, "h2spec.xml");
  const { hostname, port } = new URL(address);
  const target = ["-h", hostname, "-p", port, "-P", "/v1/health"];
  const { output } = await run(tools.h2spec, [...target, "-o", String(WAIT_SECONDS), "-j", report]);
  const xml = readFileSync(report, "utf8");
  const failed = new Set(
    [...xml.matchAll(/<testcase package="([^"]*)" classname="([^"]*)"[^>]*>\s*<(?:error|failure)>/g)].map(
      ([, section, name]) => `${section} ${name?.replaceAll("&#34;", '"')}`,
    ),
  );
  const known = knownFailures();
  const unknown = [...failed].filter((name) => !known.has(name)).map((name) => `fails: ${name}`);
  const alwaysFailing = [...known].filter(([, always]) => always).map(([name]) => name);
  const fixed = alwaysFailing.filter((name) => !failed.has(name)).map((name) => `no longer fails: ${name}`);
  const totals = /(\d+) tests, .*/.exec(output);
  const holds = Number(totals?.[1] ?? 0) > 0 && unknown.length === 0 && fixed.length === 0;
  return { name: "h2spec", holds, detail: holds ? (totals?.[0] ?? "") : [...unknown, ...fixed, output].join("\n") };
}

/** Known failures by name; true if the case always fails. */
function knownFailures(): ReadonlyMap<string, boolean> {
  const lines = readFileSync(new URL("h2spec-known.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  return new Map(lines.map((line) => [line.replace(/^\? /, ""), !line.startsWith("? ")]));
}
