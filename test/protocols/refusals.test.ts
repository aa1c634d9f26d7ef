import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { QuotaFailureSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import type { Refusal } from "../../src/gateway/admission.ts";
import type { Protocol } from "../../src/protocols/protocol.ts";
import { refuse } from "../../src/protocols/refusals.ts";
import type { Reply } from "../../src/protocols/reply.ts";
import type { RefusalKind } from "../../src/statuses.ts";
import { decodeRpcStatus } from "./rpc-status.ts";

function refusal(refused: RefusalKind, retryAfterMs: number | null = null): Refusal {
  return { refused, retryAfterMs };
}

/** Consecutive refusals ask for different waits. This reply has the shortest, which the gateway named. */
function soonest(refusal: Refusal, protocol: Protocol, contentType = "") {
  const replies = Array.from({ length: 16 }, () => refuse(refusal, protocol, contentType));
  const waitOf = ({ headers }: Reply) => Number(headers["grpc-retry-pushback-ms"] ?? headers["retry-after"] ?? 0);
  const [first = refuse(refusal, protocol, contentType)] = replies.sort((a, b) => waitOf(a) - waitOf(b));
  return first;
}

const json = { "content-type": "application/json" };
const denied = '{"Message":"User is not authorized to access this resource with an explicit deny"}';

describe("REST", () => {
  test.each([
    ["unauthenticated", null, 401, '{"message":"Unauthorized"}', json],
    ["forbidden", null, 403, denied, json],
    ["throttled", 1, 429, '{"message":"Too Many Requests"}', { ...json, "retry-after": "1" }],
    ["throttled", 1001, 429, '{"message":"Too Many Requests"}', { ...json, "retry-after": "2" }],
    ["throttled", 0, 429, '{"message":"Too Many Requests"}', { ...json, "retry-after": "1" }],
    ["throttled", null, 429, '{"message":"Too Many Requests"}', { ...json, "retry-after": "1" }],
    ["quota_spent", null, 429, '{"message":"Limit Exceeded"}', json],
    ["quota_spent", 3_600_000, 429, '{"message":"Limit Exceeded"}', json],
    ["body_too_long", null, 413, '{"message":"Request Too Long"}', json],
    ["unavailable", 2500, 503, '{"message":"Service Unavailable"}', { ...json, "retry-after": "3" }],
    ["unavailable", null, 503, '{"message":"Service Unavailable"}', { ...json, "retry-after": "1" }],
  ] as const)("%s after %s ms is %d", (kind, retryAfterMs, status, body, headers) => {
    expect(soonest(refusal(kind, retryAfterMs), "rest")).toEqual({ status, body, headers });
  });
});

describe("gRPC", () => {
  test.each([
    ["unauthenticated", null, "16", undefined],
    ["forbidden", null, "7", undefined],
    ["throttled", 300, "8", "300"],
    ["throttled", 0.5, "8", "1"],
    ["quota_spent", null, "8", "-1"],
    ["body_too_long", null, "8", "-1"],
    ["unavailable", 40, "14", "40"],
  ] as const)("%s after %s ms is status %s", (kind, retryAfterMs, status, pushback) => {
    const reply = soonest(refusal(kind, retryAfterMs), "grpc", "application/grpc");
    expect(reply).toMatchObject({ status: 200, body: "" });
    expect(reply.headers).toMatchObject({ "content-type": "application/grpc", "grpc-status": status });
    expect(reply.headers["grpc-retry-pushback-ms"]).toBe(pushback);
  });

  test("has the wait in RetryInfo", () => {
    const { headers } = soonest(refusal("throttled", 2250), "grpc", "application/grpc");
    const status = decodeRpcStatus(headers["grpc-status-details-bin"] ?? "");
    expect(status).toMatchObject({ code: 8, message: "Too Many Requests" });
    expect([...status.details.keys()]).toEqual(["type.googleapis.com/google.rpc.RetryInfo"]);
    const [info = new Uint8Array()] = status.details.values();
    expect(fromBinary(RetryInfoSchema, info).retryDelay).toMatchObject({ seconds: 2n, nanos: 250_000_000 });
  });

  test("has the quota in QuotaFailure", () => {
    const { headers } = refuse(refusal("quota_spent"), "grpc", "application/grpc");
    const status = decodeRpcStatus(headers["grpc-status-details-bin"] ?? "");
    expect([...status.details.keys()]).toEqual(["type.googleapis.com/google.rpc.QuotaFailure"]);
    const [failure = new Uint8Array()] = status.details.values();
    expect(fromBinary(QuotaFailureSchema, failure).violations[0]).toMatchObject({ subject: "organisation" });
  });

  test("encodes only unprintable bytes of grpc-message", () => {
    const { headers } = refuse(refusal("throttled", 1), "grpc", "application/grpc");
    expect(headers["grpc-message"]).toBe("Too Many Requests");
  });

  test.each([
    ["grpc", "application/grpc+proto", "application/grpc+proto"],
    ["grpc", "application/grpc+json; charset=utf-8", "application/grpc+json"],
    ["grpc", "application/grpc+thrift\r\nx: y", "application/grpc"],
    ["grpc", "", "application/grpc"],
    ["grpc-web", "application/grpc-web+proto", "application/grpc-web+proto"],
    ["grpc-web", "Application/gRPC-Web-Text", "application/grpc-web-text"],
    ["grpc-web", "application/grpc-web+thrift", "application/grpc-web"],
    ["grpc-web", "", "application/grpc-web"],
  ] as const)("over %s answers the content type %j with %s", (protocol, sent, echoed) => {
    expect(refuse(refusal("forbidden"), protocol, sent).headers["content-type"]).toBe(echoed);
  });
});

describe("Connect", () => {
  test.each([
    ["unauthenticated", null, 401, "unauthenticated", "Unauthorized"],
    ["throttled", 1500, 429, "resource_exhausted", "Too Many Requests"],
    ["quota_spent", null, 429, "resource_exhausted", "Limit Exceeded"],
    ["body_too_long", null, 429, "resource_exhausted", "Request Too Long: more than 6291456 bytes"],
    ["unavailable", 10, 503, "unavailable", "Service Unavailable"],
  ] as const)("%s after %s ms is %d", (kind, retryAfterMs, status, code, message) => {
    const reply = soonest(refusal(kind, retryAfterMs), "connect", "application/proto");
    expect(reply).toMatchObject({ status, headers: json });
    expect(JSON.parse(reply.body)).toMatchObject({ code, message });
  });

  test("has the wait in a header and in a detail", () => {
    const reply = soonest(refusal("throttled", 1500), "connect", "application/json");
    expect(reply.headers["retry-after"]).toBe("2");
    const { details } = JSON.parse(reply.body);
    expect(details).toMatchObject([{ type: "google.rpc.RetryInfo" }]);
    const info = fromBinary(RetryInfoSchema, Buffer.from(details[0].value, "base64"));
    const waitMs = Number(info.retryDelay?.seconds) * 1_000 + Number(info.retryDelay?.nanos) / 1_000_000;
    expect(waitMs >= 1_500 && waitMs <= 2_000).toBe(true);
  });
});

test("clients that are refused together are asked for different waits", () => {
  const waits = Array.from({ length: 16 }, () => {
    const { headers } = refuse(refusal("unavailable", 1_000), "grpc", "application/grpc");
    return Number(headers["grpc-retry-pushback-ms"]);
  });
  expect(new Set(waits).size).toBe(16);
  expect([Math.min(...waits), Math.max(...waits)]).toEqual([1_000, 1_469]);
});

test("a reply does not depend on earlier ones, and the number of kept replies is bounded", () => {
  const first = soonest(refusal("unavailable", 1_000), "grpc", "application/grpc");
  expect(soonest(refusal("unavailable", 1_000), "grpc", "application/grpc+proto").headers).toEqual({
    ...first.headers,
    "content-type": "application/grpc+proto",
  });
  for (let waitMs = 1; waitMs <= 5_000; waitMs++) {
    const { headers } = refuse(refusal("throttled", waitMs), "grpc", "application/grpc");
    const asked = Number(headers["grpc-retry-pushback-ms"]);
    expect(asked >= waitMs && asked <= 1.5 * waitMs + 1).toBe(true);
  }
  expect(soonest(refusal("unavailable", 1_000), "grpc", "application/grpc")).toEqual(first);
});
