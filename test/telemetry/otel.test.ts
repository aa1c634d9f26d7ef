import { createServer } from "node:http";
import { metrics, SpanKind } from "@opentelemetry/api";
import { afterEach, expect, test, vi } from "vitest";
import { noTelemetry, startTelemetry } from "../../src/telemetry/otel.ts";
import { listeningPort } from "../listening-port.ts";

const silent = { otlpMetricsEveryMs: 60_000, prometheus: false, buildId: "" };

const ended = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  parentSpanId: undefined,
  startMs: 0,
  endMs: 1,
  kind: SpanKind.SERVER,
  attributes: {},
  failed: false,
};

// A process has one SDK: another test's would take none of what this one's counts.
afterEach(() => metrics.disable());

test("nothing is started when nobody listens", async () => {
  const telemetry = await startTelemetry({ ...silent, otlpEndpoint: null });
  expect(telemetry).toBe(noTelemetry);
});

test("spans and metrics reach an OTLP receiver as protobuf, and a scraper as text", async () => {
  const received = new Map<string, { type: string | undefined; body: Buffer }>();
  const exported = Promise.withResolvers<void>();
  const receiver = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      if (req.url === "/v1/metrics") exported.resolve();
      received.set(req.url ?? "", { type: req.headers["content-type"], body: Buffer.concat(chunks) });
      res.end();
    });
  });

  const otlpEndpoint = `http://127.0.0.1:${await listeningPort(receiver)}/`;
  const collector = { otlpEndpoint, otlpMetricsEveryMs: 100 };
  const telemetry = await startTelemetry({ ...collector, prometheus: true, buildId: "build-7" });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const span = telemetry.tracing?.join("one span", { traceparent });
  expect(span).toMatchObject({ traceId: "0af7651916cd43dd8448eb211c80319c", kept: true });
  telemetry.tracing?.write({ ...ended, name: "one span" });
  metrics.getMeter("t").createCounter("one.counter").add(5);
  expect(await telemetry.scrape?.()).toMatch(/^one_counter_total\{[^}]*\} 5/m);
  // Long before the end, which exports once more.
  await exported.promise;
  await telemetry.stop();
  receiver.close();

  expect([...received.keys()].sort()).toEqual(["/v1/metrics", "/v1/traces"]);
  const { type, body } = received.get("/v1/traces") ?? { type: "", body: Buffer.alloc(0) };
  expect(type).toBe("application/x-protobuf");
  expect(["one span", "service.name", "winnow", "build-7"].filter((text) => !body.includes(text))).toEqual([]);
  expect(received.get("/v1/metrics")?.body.includes("one.counter")).toBe(true);
});

test("a collector that is away does not spoil the end", async () => {
  // No time for another try.
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
  const telemetry = await startTelemetry({ ...silent, otlpEndpoint: "http://127.0.0.1:9" });
  telemetry.tracing?.write({ ...ended, name: "lost" });
  await expect(telemetry.stop()).resolves.toBeUndefined();
  vi.unstubAllEnvs();
});
