// The standard variables of OpenTelemetry against a real receiver. Each set of variables has a separate process,
// because the SDK reads them once.
import { readFileSync } from "node:fs";
import { metrics, trace } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { noTelemetry, startTelemetry } from "../../src/telemetry/otel.ts";
import { selectBody } from "../http/fixtures/served.ts";
import { fetchHeaders, startWinnowWith } from "../winnow-process.ts";
import { type OtlpReceiver, startOtlpReceiver } from "./otlp/receiver.ts";

const [SAMPLED, UNSAMPLED, FROM_B3] = ["1".repeat(32), "2".repeat(32), "3".repeat(32)];
const PARENT = "b7ad6b7169203331";

let receiver: OtlpReceiver;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
});

afterAll(() => receiver.stop());

afterEach(() => {
  vi.unstubAllEnvs();
  metrics.disable();
  trace.disable();
});

/** What the receiver got from a Winnow that was started with `env` and called once with each of these headers. */
async function exported(env: Readonly<Record<string, string>>, calls: readonly Readonly<Record<string, string>>[]) {
  const before = { exports: receiver.exports().length, spans: receiver.spans().length };
  const resources = receiver.resources().length;
  const winnow = await startWinnowWith(env, "--workers", "0");
  for (const call of calls) {
    const headers = { ...fetchHeaders(winnow.key), ...call };
    const request = { method: "POST", headers, body: selectBody("what was counted?") };
    const answer = await fetch(`${winnow.url}/v1/context/select`, request);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  expect(await winnow.stop()).toBe(0);
  const spans = receiver.spans().slice(before.spans);
  return {
    exports: receiver.exports().slice(before.exports),
    servers: spans.filter(({ kind }) => kind === 2),
    resources: receiver.resources().slice(resources),
  };
}

const traceparent = (trace: string, flags: string) => ({ traceparent: `00-${trace}-${PARENT}-${flags}` });

test("endpoint, headers, resource attributes, service name and sampler hold over HTTP", async () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=blue",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging",
    OTEL_SERVICE_NAME: "winnow-eu",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
  };
  const got = await exported(env, [traceparent(SAMPLED, "01"), traceparent(UNSAMPLED, "00"), {}]);
  expect(new Set(got.exports.map(({ over, kind }) => `${kind} over ${over}`))).toEqual(
    new Set(["traces over http", "metrics over http"]),
  );
  expect(new Set(got.exports.map(({ headers }) => headers["x-tenant"]))).toEqual(new Set(["blue"]));
  const named = { "service.name": "winnow-eu", "deployment.environment.name": "staging" };
  expect(got.resources).toEqual(got.resources.map(() => expect.objectContaining(named)));
  expect(got.servers.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([[SAMPLED, PARENT]]);
});

test("protocol, propagators and the interval of metrics hold over gRPC", async () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcEndpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=green",
    OTEL_METRIC_EXPORT_INTERVAL: "50",
    OTEL_PROPAGATORS: "b3",
  };
  const got = await exported(env, [{ b3: `${FROM_B3}-${PARENT}-1` }, traceparent(SAMPLED, "01")]);
  expect(new Set(got.exports.map(({ over, kind }) => `${kind} over ${over}`))).toEqual(
    new Set(["traces over grpc", "metrics over grpc"]),
  );
  expect(new Set(got.exports.map(({ headers }) => headers["x-tenant"]))).toEqual(new Set(["green"]));
  // The start alone takes several intervals, and the process exports once more at its end.
  expect(got.exports.filter(({ kind }) => kind === "metrics").length).toBeGreaterThan(1);
  expect(got.servers.map(({ parentSpanId }) => parentSpanId)).toEqual([PARENT, ""]);
  expect(got.servers[0]?.traceId).toBe(FROM_B3);
});

test("the variables in docs/metrics.md export over gRPC", async () => {
  const page = readFileSync(new URL("../../docs/metrics.md", import.meta.url), "utf8");
  const [, block = ""] = /```sh\n([^`]*)```/.exec(page) ?? [];
  const named = Object.fromEntries(
    [...block.matchAll(/(OTEL_\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  expect(named).toMatchObject({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4317" });
  const env = { ...named, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcEndpoint };
  const got = await exported(env, [traceparent(SAMPLED, "01")]);
  expect(new Set(got.exports.map(({ over, kind }) => `${kind} over ${over}`))).toEqual(
    new Set(["traces over grpc", "metrics over grpc"]),
  );
  expect(got.servers.map(({ traceId }) => traceId)).toEqual([SAMPLED]);
});

test.each([
  ["OTEL_SDK_DISABLED=true exports nothing", { OTEL_SDK_DISABLED: "true" }, []],
  ["OTEL_TRACES_EXPORTER=none exports metrics only", { OTEL_TRACES_EXPORTER: "none" }, ["metrics"]],
  ["OTEL_METRICS_EXPORTER=none exports traces only", { OTEL_METRICS_EXPORTER: "none" }, ["traces"]],
])("%s", async (_name, env, kinds) => {
  const got = await exported({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ...env }, [{}]);
  expect([...new Set(got.exports.map(({ kind }) => kind))].sort()).toEqual(kinds);
});

test("nothing is started if no exporter is set", async () => {
  expect(await startTelemetry({ prometheus: false, buildId: "" })).toBe(noTelemetry);
});

test("the spans go to the provider of a host application that embeds the service", async () => {
  trace.setGlobalTracerProvider(new TracerProvider());
  const { tracer } = await startTelemetry({ prometheus: false, buildId: "" });
  expect(tracer?.startSpan("joined").isRecording()).toBe(true);
});

test("a scraper gets the metrics as text without any exporter", async () => {
  const { scrape, tracer, stop } = await startTelemetry({ prometheus: true, buildId: "build-7" });
  metrics.getMeter("t").createCounter("one.counter").add(5);
  expect(await scrape?.()).toMatch(/^one_counter_total\{[^}]*\} 5/m);
  expect(tracer).toBeNull();
  await stop();
});

test("an absent collector does not delay or fail the exit", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  // Leaves no time for another attempt.
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
  const { tracer, stop } = await startTelemetry({ prometheus: false, buildId: "" });
  tracer?.startSpan("lost").end();
  await expect(stop()).resolves.toBeUndefined();
});
