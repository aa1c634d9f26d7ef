// A running Winnow as a collector sees it: traces that begin with the caller, metrics, and log lines with the same
// trace ids.
import { writeFile } from "node:fs/promises";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricRows, servedNames } from "../../src/telemetry/metric-table.ts";
import { answerOf, frame, grpcHeaders, open } from "../http/fixtures/h2-call.ts";
import { createRequest } from "../http/fixtures/large-request.ts";
import { fetchHeaders, type LogLine, startWinnowWith } from "../winnow-process.ts";
import { type Attributes, type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "./otlp/receiver.ts";

/** Well below the size from which calls go to a worker, and well above it. */
const [SMALL, LARGE] = [createRequest(24_000), createRequest(90_000)];

const CALLER_SPAN = "b7ad6b7169203331";
const SERVER = 2;
const before = ["measure", "segment", "analyse", "score", "gate"];
const stages = [...before, "pack", "excerpt", "render"].map((stage) => `winnow.${stage}`);

interface Expected {
  readonly trace: string;
  readonly span: string;
  readonly protocol: string;
}

const calls: readonly (readonly [string, Expected])[] = [
  ["REST", { trace: "1".repeat(32), span: "POST /v1/context/select", protocol: "rest" }],
  ["REST, in a worker", { trace: "2".repeat(32), span: "POST /v1/context/select", protocol: "rest" }],
  ["gRPC", { trace: "3".repeat(32), span: "winnow.v1.ContextService/Select", protocol: "grpc" }],
  ["gRPC, in a worker", { trace: "4".repeat(32), span: "winnow.v1.ContextService/Select", protocol: "grpc" }],
];
const UNSAMPLED = "5".repeat(32);

let receiver: OtlpReceiver;
let spans: readonly ReceivedSpan[];
let lines: readonly LogLine[];
let scraped: string;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
  const winnow = await startWinnowWith(env, "--internal-port", "0", "--build-id", "build-7", "--workers", "1");
  const rest = async (trace: string, body: string, flags = "01") => {
    const headers = { ...fetchHeaders(winnow.key), traceparent: `00-${trace}-${CALLER_SPAN}-${flags}` };
    const answer = await fetch(`${winnow.url}/v1/context/select`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  };
  const session = connect(winnow.url);
  const grpc = async (trace: string, body: Buffer) => {
    const headers = { ...grpcHeaders("Select", winnow.key), traceparent: `00-${trace}-${CALLER_SPAN}-01` };
    expect((await answerOf(open(session, headers, body))).trailers).toMatchObject({ "grpc-status": "0" });
  };
  const [smallRest, largeRest, smallGrpc, largeGrpc] = calls.map(([, { trace }]) => trace);
  await rest(smallRest ?? "", SMALL.json);
  await rest(largeRest ?? "", LARGE.json);
  await grpc(smallGrpc ?? "", SMALL.grpcFrame);
  await grpc(largeGrpc ?? "", LARGE.grpcFrame);
  await rest(UNSAMPLED, SMALL.json, "00");
  await answerOf(open(session, grpcHeaders("GetHealth", null), frame(Buffer.alloc(0))));
  session.close();
  await writeFile(winnow.projection, "no projection");
  await winnow.logged(({ msg }) => msg === "projection_rejected");
  const { address } = await winnow.logged(({ msg }) => msg === "listening_internally");
  scraped = await (await fetch(`${address}/metrics`)).text();
  await winnow.logged(({ status }) => status === "UNAUTHENTICATED");
  expect(await winnow.stop()).toBe(0);
  spans = receiver.spans();
  lines = winnow.lines();
});

afterAll(() => receiver.stop());

describe.each(calls)("a call over %s", (_name, { trace, span, protocol }) => {
  test("is one trace, from the caller's span over the server's to a span for each stage", () => {
    const ours = spans.filter(({ traceId }) => traceId === trace);
    const servers = ours.filter(({ kind }) => kind === SERVER);
    expect(servers.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([[span, CALLER_SPAN]]);
    const [server] = servers;
    const below = ours.filter(({ parentSpanId }) => parentSpanId === server?.spanId);
    expect(below.map(({ name }) => name).sort()).toEqual(stages.toSorted());
    expect(ours).toHaveLength(1 + stages.length);
    expect(ours.map(({ status }) => status)).toEqual(ours.map(() => 0));
  });

  test("has its stages in order and within its own time", () => {
    const ours = spans.filter(({ traceId }) => traceId === trace);
    const server = ours.find(({ kind }) => kind === SERVER);
    const below = ours.filter(({ kind }) => kind !== SERVER).sort((a, b) => (a.start < b.start ? -1 : 1));
    expect(below.map(({ name }) => name)).toEqual(stages);
    const ends = [server?.start ?? 0n, ...below.flatMap(({ start, end }) => [start, end]), server?.end ?? 0n];
    // Times are transferred in milliseconds with fractions, which are exact to less than a microsecond.
    const slips = ends.slice(1).filter((at, index) => at + 1_000n < (ends[index] ?? 0n));
    expect(slips).toEqual([]);
  });

  test("has one log line, which carries the trace and the outcome of the span", () => {
    const ours = lines.filter(({ trace_id }) => trace_id === trace);
    const server = spans.find(({ traceId, kind }) => traceId === trace && kind === SERVER);
    expect(ours).toHaveLength(1);
    expect(ours[0]).toMatchObject({ protocol, outcome: "select", request_id: "large" });
    expect(server?.attributes).toMatchObject({
      "winnow.outcome": "select",
      "winnow.tokens_after": ours[0]?.tokens_after,
    });
  });
});

test("a call that its caller does not sample is logged with its trace, and not exported", () => {
  expect(lines.filter(({ trace_id }) => trace_id === UNSAMPLED)).toHaveLength(1);
  expect(spans.filter(({ traceId }) => traceId === UNSAMPLED)).toEqual([]);
});

test("nothing of a request's text is exported, and nothing of the command line", () => {
  const bytes = receiver.bytes();
  expect(bytes.includes("winnow.select") || bytes.includes("winnow.measure")).toBe(true);
  expect(["counted", "archive", "Report", "--build-id"].filter((text) => bytes.includes(text))).toEqual([]);
});

describe("the exporting process", () => {
  test("identifies itself, and which replica it is", () => {
    const [resource, ...others] = receiver.resources();
    expect(resource).toMatchObject({ "service.name": "winnow", "service.version": "build-7" });
    expect(resource?.["service.instance.id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(others.map((other) => other["service.instance.id"]))).toEqual(
      new Set([resource?.["service.instance.id"]]),
    );
  });
});

/** Values that only TLS, a failed handshake, shared counters or a limit on the projection's age produce. */
const conditional = /^winnow\.(tls\.|limiter\.shared$|limiter\.local_decisions$|projection\.age\.limit$)/;

describe("every metric of the table", () => {
  const rows = metricRows.filter(({ name }) => !conditional.test(name));

  test("is exported over OTLP, in its unit and with its buckets", () => {
    const received = new Map(receiver.metrics().map((metric) => [metric.name, metric]));
    const units = rows.map(({ name }) => [name, received.get(name)?.unit]);
    expect(units).toEqual(rows.map(({ name, unit }) => [name, unit]));
    const bounds = rows.map(({ name }) => received.get(name)?.points[0]?.bounds);
    expect(bounds).toEqual(rows.map(({ buckets = [] }) => buckets));
  });

  test("is served as Prometheus text by its name, and nothing else is", () => {
    const names = new Set([...scraped.matchAll(/^([a-z_0-9]+)(?=[{ ])/gm)].map((found) => found[1]));
    expect([...names].sort()).toEqual(["target_info", ...rows.flatMap(servedNames)].toSorted());
  });

  test("shows events of the process", () => {
    const value = (series: string) => new RegExp(`^${series}[^}]*} (.+)$`, "m").exec(scraped)?.[1];
    // A file that is written in place may be read empty first.
    expect(Number(value('winnow_projection_changes_total{winnow_result="rejected"'))).toBeGreaterThanOrEqual(1);
    expect(value('winnow_build_info{winnow_build_id="build-7"')).toBe("1");
    expect(value('winnow_serving_state{winnow_state="serving"')).toBe("1");
    // Two if the machine is busy, because a small call that would wait here then goes to a free worker.
    expect(Number(value("winnow_queue_duration_seconds_count{"))).toBeGreaterThanOrEqual(1);
    expect(Number(value("process_memory_usage_bytes{"))).toBeGreaterThan(1e7);
    expect(Number(value('process_cpu_time_seconds_total{cpu_mode="user"'))).toBeGreaterThan(0.1);
    // Five selects, two of them in a worker.
    expect(value('winnow_organisation_calls_total{winnow_organisation="acme"')).toBe("5");
    expect(Number(value('winnow_organisation_cpu_time_seconds_total{winnow_organisation="acme"'))).toBeGreaterThan(
      0.01,
    );
  });

  test("has no label that the table does not name", () => {
    const named = new Map(metricRows.map(({ name, labels }) => [name, labels]));
    const unnamed = receiver
      .metrics()
      .flatMap(({ name, points }) => points.flatMap(({ attributes }) => unknownLabels(attributes, named.get(name))));
    expect(unnamed).toEqual([]);
  });
});

function unknownLabels(attributes: Attributes, labels: readonly string[] = []): readonly string[] {
  return Object.keys(attributes).filter((label) => !labels.includes(label));
}
