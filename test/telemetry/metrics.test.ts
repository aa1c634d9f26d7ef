import { metrics } from "@opentelemetry/api";
import { beforeEach, describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/telemetry/call-record.ts";
import { metricTable } from "../../src/telemetry/metric-table.ts";
import { createMetrics, histogram, isSilent, type Metrics } from "../../src/telemetry/metrics.ts";
import { systemClock } from "../../src/time/clock.ts";
import { collectMetrics } from "./collected.ts";
import { restCall } from "./rest-call.ts";

let collected: ReturnType<typeof collectMetrics>;
let recorded: Metrics;

beforeEach(() => {
  collected = collectMetrics();
  recorded = createMetrics({ gateReasons: ["engage:needle"], operatingPoints: ["one"] }, systemClock);
});

/** The recorded counts, without counters that are still 0. */
async function pointsOf(name: string) {
  return (await collected(name)).filter(({ value }) => value !== 0);
}

const select: CallRecord = {
  ...restCall,
  facts: { outcome: "select", gateReason: "engage:needle", tokensBefore: 900, tokensAfter: 90, requestId: "secret-id" },
};

describe("the metrics", () => {
  test("time a REST call in seconds, in the buckets of the conventions", async () => {
    recorded.record(select);
    const [point, ...others] = await pointsOf("http.server.request.duration");
    expect(others).toEqual([]);
    expect(point?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/v1/context/select",
      "http.response.status_code": 200,
      "network.protocol.version": "1.1",
      "url.scheme": "https",
    });
    const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
    expect(point?.value).toMatchObject({ sum: 0.04, count: 1, buckets: { boundaries } });
  });

  test("time an RPC by method and code", async () => {
    recorded.record({ ...select, protocol: "connect", name: null, status: "UNIMPLEMENTED", fault: true, facts: {} });
    const [point] = await pointsOf("rpc.server.call.duration");
    expect(point?.attributes).toEqual({
      "rpc.system.name": "connectrpc",
      "rpc.method": "_OTHER",
      "rpc.status_code": "UNIMPLEMENTED",
      "winnow.protocol": "connect",
      "error.type": "UNIMPLEMENTED",
    });
  });

  test("count an unknown gate reason as `other`, and a call without a gate as `none`", async () => {
    recorded.record(select);
    recorded.record({ ...select, facts: { outcome: "stand_down", gateReason: "standdown:made up" } });
    recorded.record({ ...select, facts: { outcome: "selection_error" } });
    const points = await pointsOf("winnow.selections");
    expect(points.map(({ attributes }) => attributes["winnow.gate_reason"])).toEqual([
      "engage:needle",
      "other",
      "none",
    ]);
    const [error] = await pointsOf("winnow.selection_errors");
    expect(error).toMatchObject({ value: 1, attributes: { "winnow.why": "fault" } });
  });

  test("count a selection that the tier's compute bound stopped apart from faults", async () => {
    recorded.record({ ...select, facts: { outcome: "selection_error", selectionError: "ComputeLimitExceeded" } });
    const [error] = await pointsOf("winnow.selection_errors");
    expect(error).toMatchObject({ value: 1, attributes: { "winnow.why": "compute_limit" } });
  });

  test("count refusals by kind, and no selection for them", async () => {
    recorded.record({ ...select, status: "429", refused: "throttled", facts: {} });
    const [point] = await pointsOf("winnow.refusals");
    expect(point).toMatchObject({ value: 1, attributes: { "winnow.refused": "throttled", "winnow.protocol": "rest" } });
    expect(await pointsOf("winnow.selections")).toEqual([]);
  });

  test.each([
    ["rest", "400", "bad_request"],
    ["rest", "404", "not_found"],
    ["rest", "408", "body_overdue"],
    ["rest", "413", "request_too_large"],
    ["grpc", "INVALID_ARGUMENT", "bad_request"],
    ["connect", "UNIMPLEMENTED", "not_found"],
    ["grpc-web", "OUT_OF_RANGE", "request_too_large"],
  ] as const)("count refusals of the service on %s with %s as %s", async (protocol, status, kind) => {
    recorded.record({ ...select, protocol, status, facts: {} });
    const [point] = await pointsOf("winnow.refusals");
    expect(point?.attributes).toEqual({ "winnow.refused": kind, "winnow.protocol": protocol });
  });

  test("count a call that the gateway refused once, by the gateway's kind", async () => {
    recorded.record({ ...select, status: "413", refused: "body_too_long", facts: {} });
    const points = await pointsOf("winnow.refusals");
    expect(points.map(({ attributes }) => attributes["winnow.refused"])).toEqual(["body_too_long"]);
  });

  test("count requests that never became calls, and record no duration for them", async () => {
    recorded.refused("unreadable");
    const [point] = await pointsOf("winnow.refusals");
    expect(point?.attributes).toEqual({ "winnow.refused": "unreadable", "winnow.protocol": "unknown" });
    expect(await pointsOf("http.server.request.duration")).toEqual([]);
  });

  test("show tokens before and after", async () => {
    recorded.record(select);
    expect((await pointsOf("winnow.tokens.before"))[0]?.value).toMatchObject({ sum: 900 });
    expect((await pointsOf("winnow.tokens.after"))[0]?.value).toMatchObject({ sum: 90 });
  });

  test("carry no value that a caller can choose", async () => {
    recorded.record(select);
    const labels = (await collected()).map(({ attributes }) => attributes);
    expect(labels.length).toBeGreaterThan(0);
    expect(JSON.stringify(labels)).not.toContain("secret-id");
  });

  test("show calls, refusals, processor time and time in the queue by organisation", async () => {
    recorded.record({ ...select, queuedMs: 250 });
    recorded.record({ ...select, status: "503", refused: "unavailable", facts: {} });
    recorded.record({ ...select, organisation: undefined, status: "401", refused: "unauthenticated", facts: {} });
    recorded.computed("acme", 40);
    const acme = { "winnow.organisation": "acme" };
    const shown = async (name: string) =>
      (await pointsOf(`winnow.organisation.${name}`)).map(({ value, attributes }) => [value, attributes]);
    expect(await shown("calls")).toEqual([[2, acme]]);
    expect(await shown("refusals")).toEqual([[1, { ...acme, "winnow.refused": "unavailable" }]]);
    expect(await shown("cpu.time")).toEqual([[0.04, acme]]);
    expect(await shown("queue.time")).toEqual([[0.25, acme]]);
  });
});

test("an instrument is silent until something collects", () => {
  metrics.disable();
  expect(isSilent(histogram(metricTable.httpDuration))).toBe(true);
  collectMetrics();
  expect(isSilent(histogram(metricTable.httpDuration))).toBe(false);
});
