import fc from "fast-check";
import { expect, test } from "vitest";
import { callLine } from "../../src/telemetry/call-line.ts";
import type { CallRecord } from "../../src/telemetry/call-record.ts";

const call: CallRecord = {
  protocol: "grpc",
  httpMethod: "POST",
  scheme: "http",
  httpVersion: "2",
  name: null,
  status: "OK",
  fault: false,
  clientGone: false,
  milliseconds: 1,
  facts: {},
};

test("is one line of JSON, whatever the names in it are made of", () => {
  const any = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(any, any, (requestId, organisation) => {
      const line = callLine("info", 0, { ...call, organisation, facts: { requestId } });
      expect(line.indexOf("\n")).toBe(line.length - 1);
      expect(JSON.parse(line)).toMatchObject({ request_id: requestId, organisation });
    }),
  );
});

test("says when, to the millisecond", () => {
  const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(instant, fc.nat(2_000), (wallMs, laterMs) => {
      for (const at of [wallMs, wallMs + laterMs]) {
        expect(JSON.parse(callLine("info", at, call)).time).toBe(new Date(at).toISOString());
      }
    }),
  );
});
