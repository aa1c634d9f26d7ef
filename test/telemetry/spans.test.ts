import { connect } from "node:http2";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerSpan } from "../../src/telemetry/spans.ts";
import type { StageRecord } from "../../src/telemetry/stages.ts";
import { answerOf, frame, grpcHeaders, open } from "../http/fixtures/h2-call.ts";
import { type Served, selectBody, serve } from "../http/fixtures/served.ts";
import { recordSpans } from "./recorded-spans.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

const { tracer, take: takeSpans } = recordSpans();
let served: Served;

beforeAll(async () => {
  served = await serve({}, {}, null, tracer);
});

afterAll(() => served.drain());

beforeEach(() => {
  takeSpans();
});

async function rest(path: string, init: RequestInit = {}): Promise<void> {
  const headers = { authorization: "Bearer good", traceparent, ...init.headers };
  const before = served.lines().length;
  await (await fetch(served.address + path, { ...init, headers })).arrayBuffer();
  await served.line((line) => served.lines().indexOf(line) >= before);
}

describe("a call's server span", () => {
  test("continues the caller's trace over REST, with a span below it for each stage", async () => {
    await rest("/v1/context/select", { method: "POST", body: selectBody("x", "text of the caller") });
    const spans = takeSpans();
    const server = spans.find(({ kind }) => kind === SpanKind.SERVER);
    expect(server?.name).toBe("POST /v1/context/select");
    expect(server?.spanContext().traceId).toBe(TRACE);
    expect(server?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
    expect(server?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/v1/context/select",
      "http.response.status_code": 200,
      "url.path": "/v1/context/select",
      "url.scheme": "http",
      "network.protocol.version": "1.1",
      "winnow.organisation": "acme",
      "winnow.outcome": "select",
      "winnow.request_id": "r-1",
      "winnow.metered_tokens": 9,
      "winnow.tokens_before": 7,
      "winnow.tokens_after": 3,
    });
    const stage = spans.find(({ name }) => name === "winnow.render");
    expect(stage?.parentSpanContext).toEqual(server?.spanContext());
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("caller");
    expect(served.lines().at(-1)).toMatchObject({ trace_id: TRACE });
  });

  test("continues it over gRPC, named by the method", async () => {
    const session = connect(served.address);
    const headers = { ...grpcHeaders("GetHealth", "good"), traceparent };
    await answerOf(open(session, headers, frame(Buffer.alloc(0))));
    session.close();
    await served.line((line) => line.protocol === "grpc");
    const [span, ...others] = takeSpans();
    expect(others).toEqual([]);
    expect(span).toMatchObject({ name: "winnow.v1.ContextService/GetHealth", kind: SpanKind.SERVER });
    expect(span?.spanContext().traceId).toBe(TRACE);
    expect(span?.attributes).toEqual({
      "rpc.system.name": "grpc",
      "rpc.method": "winnow.v1.ContextService/GetHealth",
      "rpc.status_code": "OK",
      "network.protocol.version": "2",
      "winnow.organisation": "acme",
    });
  });

  test.each([
    ["a caller's error", "/v1/context/select", "{}", "good", 400, false],
    ["a refused key", "/v1/context/select", "{}", "bad", 403, false],
    ["a fault of ours", "/v1/context/select", selectBody("throw"), "good", 500, true],
  ])("after %s has the right status", async (_name, path, body, key, http, failed) => {
    await rest(path, { method: "POST", body, headers: { authorization: `Bearer ${key}` } });
    const span = takeSpans().find(({ kind }) => kind === SpanKind.SERVER);
    expect([span?.attributes["http.response.status_code"], span?.status.code]).toEqual([
      http,
      failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET,
    ]);
    expect(span?.attributes["error.type"]).toBe(failed ? String(http) : undefined);
  });

  test("takes no text from a caller as its name", async () => {
    await rest("/v1/secret-path?secret=query", { method: "DELETE" });
    const [span] = takeSpans();
    expect(span?.name).toBe("DELETE");
    expect(span?.attributes["url.path"]).toBe("REDACTED");
    expect(JSON.stringify(span?.attributes)).not.toContain("secret");
  });

  test("carries no tracestate and no baggage of a caller", async () => {
    const headers = { authorization: "Bearer good", tracestate: "vendor=secret", baggage: "note=secret" };
    await rest("/v1/health", { headers });
    const spans = takeSpans();
    expect(spans.map((span) => span.spanContext().traceState)).toEqual([undefined]);
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("secret");
  });
});

describe("a stage's span", () => {
  const ran = { name: "score", startedAtMs: 10, endedAtMs: 12.5, facts: {}, error: null } as const;

  /** The span of one stage of a sampled call, and the call's. */
  function traced(record: StageRecord, flags = "01") {
    const start = { protocol: "rest", httpMethod: "POST", scheme: "http", httpVersion: "2", name: null } as const;
    const span = startServerSpan(tracer, start, { traceparent: traceparent.replace(/01$/, flags) });
    span.onStage?.(record);
    span.end({ ...start, status: "200", fault: false, clientGone: false, milliseconds: 1, facts: {} });
    return takeSpans();
  }

  test("is a child of the call's, as long as the stage, with the stage's counts", () => {
    const [stage, call] = traced({ ...ran, facts: { scored_records: 42, engaged: true } });
    expect(stage).toMatchObject({ name: "winnow.score", kind: SpanKind.INTERNAL, status: { code: 0 } });
    expect(stage?.parentSpanContext).toEqual(call?.spanContext());
    expect([stage?.spanContext().traceId, call?.kind]).toEqual([TRACE, SpanKind.SERVER]);
    expect(stage?.attributes).toEqual({ "winnow.scored_records": 42, "winnow.engaged": true });
    const [seconds = 0, nanoseconds = 0] = stage?.duration ?? [];
    expect(seconds * 1000 + nanoseconds / 1e6).toBeCloseTo(2.5, 3);
  });

  test("has the class of the error that the stage threw", () => {
    const [stage] = traced({ ...ran, error: "RangeError" });
    expect(stage).toMatchObject({ attributes: { "error.type": "RangeError" }, status: { code: SpanStatusCode.ERROR } });
  });

  test("is not recorded, nor the call's, if the caller does not sample the trace", () => {
    expect(traced(ran, "00")).toEqual([]);
  });
});

test("a call without a trace starts one", () => {
  const start = { protocol: "grpc", httpMethod: "POST", scheme: "http", httpVersion: "2", name: null } as const;
  const traces = [{}, { traceparent: "00-0-0-01" }].map((headers) => startServerSpan(tracer, start, headers).traceId);
  expect(new Set(traces).size).toBe(2);
  expect(traces).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test("a call without a trace of its own continues the active span of a host application", () => {
  const start = { protocol: "rest", httpMethod: "GET", scheme: "http", httpVersion: "1.1", name: null } as const;
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const host = trace.getTracer("host").startSpan("host");
  const traceId = context.with(trace.setSpan(context.active(), host), () => startServerSpan(tracer, start, {}).traceId);
  context.disable();
  expect(traceId).toBe(host.spanContext().traceId);
});
