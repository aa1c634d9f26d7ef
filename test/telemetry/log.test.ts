import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/telemetry/call-record.ts";
import { errorFacts } from "../../src/telemetry/errors.ts";
import { callLine, createLog, type LogLevel } from "../../src/telemetry/log.ts";
import { restCall } from "./rest-call.ts";

function logging(level: LogLevel) {
  const stream = new PassThrough();
  const read = () => String(stream.read() ?? "");
  return { log: createLog(level, stream), read };
}

const call: CallRecord = {
  ...restCall,
  milliseconds: 12.34567,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  facts: {
    requestId: "r-1",
    outcome: "stand_down",
    gateReason: "standdown:high_drift",
    operatingPoint: "point-1",
    meteredTokens: 14,
    tokensBefore: 10,
    tokensAfter: 10,
  },
};

describe("the log", () => {
  test("writes one line per call, with these fields and no other", () => {
    const { log, read } = logging("info");
    log.call(call);
    const text = read();
    expect(text.split("\n")).toHaveLength(2);
    const { time, ...fields } = JSON.parse(text);
    expect(Date.parse(time)).toBeGreaterThan(0);
    expect(fields).toEqual({
      level: "info",
      msg: "call",
      request_id: "r-1",
      organisation: "acme",
      protocol: "rest",
      route: "/v1/context/select",
      status: "200",
      outcome: "stand_down",
      gate_reason: "standdown:high_drift",
      operating_point: "point-1",
      metered_tokens: 14,
      tokens_before: 10,
      tokens_after: 10,
      ms: 12.346,
      trace_id: "0af7651916cd43dd8448eb211c80319c",
    });
  });

  test.each([
    ["a successful probe", { name: "/v1/health", facts: {} }, ""],
    ["a successful probe over RPC", { protocol: "grpc" as const, status: "OK", facts: {} }, ""],
    ["a failed probe", { name: "/v1/health", status: "401", facts: {} }, "info"],
    ["an unknown method", { protocol: "grpc" as const, status: "UNIMPLEMENTED", fault: true }, "info"],
    ["a deadline that has passed", { protocol: "grpc" as const, status: "DEADLINE_EXCEEDED", fault: true }, "info"],
    ["a stream that a drain ends", { protocol: "grpc" as const, status: "UNAVAILABLE", fault: true }, "info"],
    ["a fault over RPC", { protocol: "grpc" as const, status: "INTERNAL", fault: true }, "error"],
  ])("%s", (_name, changes, level) => {
    const { log, read } = logging("info");
    log.call({ ...call, ...changes });
    expect(read().replace(/^.*"level":"(\w+)".*\n$/, "$1")).toBe(level);
  });

  test("writes a fault of ours as an error and a refusal as information", () => {
    const { log, read } = logging("info");
    log.call({ ...call, status: "500", fault: true });
    expect(JSON.parse(read())).toMatchObject({ level: "error", status: "500" });
    log.call({ ...call, status: "503", fault: true, refused: "unavailable" });
    expect(JSON.parse(read())).toMatchObject({ level: "info", refused: "unavailable" });
  });

  test.each([
    ["warn", 0],
    ["silent", 0],
    ["debug", 1],
  ] as const)("at level %s writes %i lines for a call", (level, lines) => {
    const { log, read } = logging(level);
    log.call(call);
    expect(read().split("\n").length - 1).toBe(lines);
  });

  test("names an error by class and place, never by its message", () => {
    const error = Object.assign(new SyntaxError("words\n    of the caller"), { code: "ECODE" });
    const facts = errorFacts(error);
    expect(facts).toMatchObject({ errorName: "SyntaxError", errorCode: "ECODE" });
    expect(facts.at).toContain("log.test.ts");
    expect(JSON.stringify(facts)).not.toContain("words");
    expect(errorFacts("words")).toEqual({ errorName: "string" });
  });
});

describe("a call's line", () => {
  test("is one line of JSON for any names", () => {
    const any = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(any, any, (requestId, organisation) => {
        const line = callLine("info", 0, { ...call, organisation, facts: { requestId } });
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(JSON.parse(line)).toMatchObject({ request_id: requestId, organisation });
      }),
    );
  });

  test("has the time to the millisecond", () => {
    const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(instant, fc.nat(2_000), (wallMs, laterMs) => {
        for (const at of [wallMs, wallMs + laterMs]) {
          expect(JSON.parse(callLine("info", at, call)).time).toBe(new Date(at).toISOString());
        }
      }),
    );
  });
});
