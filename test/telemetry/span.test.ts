import { connect } from "node:http2";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerOf, frame, grpcHeaders, open } from "../server/h2-call.ts";
import { type Served, selectBody, serve } from "../server/served.ts";
import { takeSpans } from "./recorded-spans.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

let served: Served;

beforeAll(async () => {
  served = await serve();
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
    expect(stage?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId);
    expect(JSON.stringify(spans.map(({ name, attributes, events }) => [name, attributes, events]))).not.toContain(
      "caller",
    );
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
    ["a caller's mistake", "/v1/context/select", "{}", "good", 400, SpanStatusCode.UNSET],
    ["a refused key", "/v1/context/select", "{}", "bad", 403, SpanStatusCode.UNSET],
    ["a fault of ours", "/v1/context/select", selectBody("throw"), "good", 500, SpanStatusCode.ERROR],
  ])("after %s has the right status", async (_name, path, body, key, http, status) => {
    await rest(path, { method: "POST", body, headers: { authorization: `Bearer ${key}` } });
    const span = takeSpans().find(({ kind }) => kind === SpanKind.SERVER);
    expect([span?.attributes["http.response.status_code"], span?.status.code]).toEqual([http, status]);
    expect(span?.attributes["error.type"]).toBe(status === SpanStatusCode.ERROR ? String(http) : undefined);
  });

  test("takes no name from a caller", async () => {
    await rest("/v1/secret-path?secret=query", { method: "DELETE" });
    const [span] = takeSpans();
    expect(span?.name).toBe("DELETE");
    expect(JSON.stringify(span?.attributes)).not.toContain("secret");
  });
});
