// OpenTelemetry's collector with the configuration in deploy/. It accepts the file, and exports what Winnow sends:
// traces with the caller's id, and metrics under the names at Winnow's `/metrics`.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../stack/free-port.ts";
import { startProgram } from "../stack/program.ts";
import { internalOf, selectBody } from "../stack/replicas.ts";
import { startWinnowWith } from "../winnow-process.ts";
import { run } from "./command.ts";
import type { Tools } from "./tools.ts";
import type { Verdict } from "./verdict.ts";

const configuration = fileURLToPath(new URL("../../deploy/collector/collector.yml", import.meta.url));
const compose = fileURLToPath(new URL("../../deploy/compose.yml", import.meta.url));
const manifest = fileURLToPath(new URL("collector/builder.yaml", import.meta.url));

const NAME = "collector";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
/** Longest wait for the collector's output. */
const ARRIVAL_MS_MAX = 60_000;
/** A collector may reject a batch, which is then lost. This tests what it does with a batch that it accepts. */
const AGAIN_MS = 10_000;

export async function runCollector(tools: Tools): Promise<Verdict> {
  const version = /otlpreceiver v([\d.]+)/.exec(readFileSync(manifest, "utf8"))?.[1];
  if (!readFileSync(compose, "utf8").includes(`image: otel/opentelemetry-collector:${version}`)) {
    return { name: NAME, holds: false, detail: `compose.yml names another version than ${version}` };
  }
  const validated = await run(tools.collector, ["validate", "--config", configuration]);
  if (validated.code !== 0) return { name: NAME, holds: false, detail: validated.output };

  const [otlp, metrics] = [await freePort(), await freePort()];
  const shown = () => fetch(`http://127.0.0.1:${metrics}/metrics`).then((answer) => answer.text());
  const collector = await startProgram({
    command: tools.collector,
    words: () => ["--config", "collector.yml"],
    files: { "collector.yml": runnable(otlp, metrics) },
    answers: async () => (await shown()).length >= 0,
  });
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${otlp}`, OTEL_METRIC_EXPORT_INTERVAL: "500" };
  const winnow = await startWinnowWith(env, "--internal-port", "0", "--workers", "1");
  try {
    const headers = { authorization: `Bearer ${winnow.key}`, traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
    const select = () => fetch(`${winnow.url}/v1/context/select`, { method: "POST", headers, body: selectBody });
    const answer = await select();
    if (answer.status !== 200) return { name: NAME, holds: false, detail: `the select was answered ${answer.status}` };
    const served = namesIn(await (await fetch(`${await internalOf(winnow)}/metrics`)).text());
    const missing = async () => {
      const arrived = namesIn(await shown());
      const traced = spansIn(collector.output()).includes("winnow.render");
      return [...[...served].filter((name) => !arrived.has(name)), ...(traced ? [] : ["the trace"])];
    };
    const lateMs = performance.now() + ARRIVAL_MS_MAX;
    let againMs = performance.now() + AGAIN_MS;
    while ((await missing()).length > 0 && performance.now() < lateMs) {
      await delay(200);
      if (performance.now() < againMs) continue;
      againMs += AGAIN_MS;
      await select();
    }
    const lost = await missing();
    const came = `of the trace came: ${spansIn(collector.output()).join(", ") || "nothing"}`;
    const detail = lost.length > 0 ? `not arrived: ${lost.join(", ")}; ${came}` : `${served.size} metrics and a trace`;
    return { name: NAME, holds: served.size > 0 && lost.length === 0, detail };
  } finally {
    await winnow.stop();
    await collector.stop();
  }
}

/** The configuration on free ports, with another exporter that shows the metrics. */
function runnable(otlpPort: number, metricsPort: number): string {
  const replaced: readonly (readonly [string, string])[] = [
    ["endpoint: 0.0.0.0:4318", `endpoint: 127.0.0.1:${otlpPort}`],
    ["  debug: {}\n", `  debug: { verbosity: detailed }\n  prometheus: { endpoint: "127.0.0.1:${metricsPort}" }\n`],
  ];
  let text = readFileSync(configuration, "utf8");
  for (const [from, to] of replaced) {
    if (!text.includes(from)) throw new Error(`collector.yml does not say ${JSON.stringify(from)}`);
    text = text.replace(from, to);
  }
  const [traces, metrics = ""] = text.split("    metrics:\n");
  // Its own metrics have a port too, which another collector may use.
  const quiet = "  telemetry:\n    metrics:\n      level: none\n";
  return `${traces}    metrics:\n${metrics.replace("[debug]", "[debug, prometheus]")}${quiet}`;
}

/** Names of the spans of our trace that the collector has printed. */
function spansIn(output: string): readonly string[] {
  const spans = output.split("Span #").slice(1);
  return spans.filter((span) => span.includes(TRACE)).flatMap((span) => /Name +: (\S+)/.exec(span)?.slice(1) ?? []);
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.split("\n").flatMap((line) => /^([a-z_][\w:]*)[{ ]/.exec(line)?.slice(1) ?? []));
}
