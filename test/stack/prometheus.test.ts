// Debian's Prometheus with the rules of deploy/ and a Winnow with traffic: every metric of the alerts and panels
// exists, and every query runs.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alertRules, alertText } from "../deploy/alert-rules.ts";
import { alertQueries, metricsIn, panelQueries } from "../deploy/queries.ts";
import { makeAuthority } from "../http/fixtures/certificates.ts";
import { answerOf, grpcHeaders, open } from "../http/fixtures/h2-call.ts";
import { createRequest } from "../http/fixtures/large-request.ts";
import { winnow as runWinnow, startWinnow, type WinnowProcess } from "../winnow-process.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";

let plain: WinnowProcess;
let secured: WinnowProcess;
let prometheus: Prometheus;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-stack-"));
  const { cert, key } = await (await makeAuthority("tests")).issue("winnow");
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(join(folder, "key.pem"), key);
  const tls = ["--tls-cert", join(folder, "cert.pem"), "--tls-key", join(folder, "key.pem")];
  plain = await startWinnow("--internal-port", "0", "--projection-max-age-seconds", "3600", "--workers", "1");
  secured = await startWinnow("--internal-port", "0", ...tls, "--counters", "redis://127.0.0.1:9");
  prometheus = await startPrometheus(
    JSON.stringify({
      global: { scrape_interval: "250ms", evaluation_interval: "250ms" },
      rule_files: ["alerts.yml"],
      scrape_configs: [{ job_name: "winnow", static_configs: [{ targets: await targets(plain, secured) }] }],
    }),
    { "alerts.yml": alertText },
  );
  // So that counters grow between two scrapes.
  await prometheus.until("up == 1", 2);
  await traffic();
  await prometheus.until("winnow_tls_handshake_failures_total");
  await prometheus.until('winnow_projection_changes_total{winnow_result="loaded"} == 1');
});

afterAll(async () => {
  await prometheus.stop();
  await plain.stop();
  await secured.stop();
  await rm(folder, { recursive: true });
});

async function targets(...processes: readonly WinnowProcess[]): Promise<readonly string[]> {
  const listening = processes.map(({ logged }) => logged(({ msg }) => msg === "listening_internally"));
  return (await Promise.all(listening)).map(({ address }) => new URL(String(address)).host);
}

/** One of each: both protocols, small and large, selected, stood down, refused, unreadable, plain on the TLS port. */
async function traffic(): Promise<void> {
  const rest = async (body: string, key = plain.key) => {
    const headers = { authorization: `Bearer ${key}` };
    await (await fetch(`${plain.url}/v1/context/select`, { method: "POST", headers, body })).arrayBuffer();
  };
  const [small, large] = [createRequest(6_000), createRequest(90_000)];
  await rest(small.json);
  await rest(large.json);
  await rest(small.json, "wnw_wrong");
  const session = connect(plain.url);
  await answerOf(open(session, grpcHeaders("Select", plain.key), large.grpcFrame));
  session.close();
  await expect(fetch(secured.url.replace("https:", "http:"))).rejects.toThrow();
  // Loaded by the running process, and counted.
  await runWinnow("keys", "mint", "--org", "acme", "--projection", plain.projection);
}

describe("the metric names in deploy/", () => {
  const names = [...new Set([...alertQueries, ...panelQueries].flatMap(metricsIn))].sort();

  test.each(names)("%s exists", async (name) => {
    expect(await prometheus.query(name)).not.toEqual([]);
  });
});

describe("the alerts", () => {
  test("are loaded without errors", async () => {
    const rules = await prometheus.rules();
    expect(rules.map(({ name }) => name)).toEqual(alertRules.map(({ alert }) => alert));
    expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
  });

  test("do not fire for a healthy service", async () => {
    expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([]);
  });
});

describe("the dashboard", () => {
  test.each(panelQueries)("$of: $expression", async ({ expression }) => {
    const asked = expression.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*");
    await expect(prometheus.query(asked)).resolves.toBeDefined();
  });
});

test("Prometheus accepts the scrape configuration in deploy/", async () => {
  const written = fileURLToPath(new URL("../../deploy/prometheus/prometheus.yml", import.meta.url));
  const { stdout } = await promisify(execFile)("promtool", ["check", "config", written]);
  expect(stdout).toContain(`${alertRules.length} rules found`);
});
