// A successful select over REST, as a base for tests of logs and metrics. Each test adds its own facts.
import type { CallRecord } from "../../src/telemetry/call-record.ts";

export const restCall: CallRecord = {
  protocol: "rest",
  httpMethod: "POST",
  scheme: "https",
  httpVersion: "1.1",
  name: "/v1/context/select",
  status: "200",
  fault: false,
  clientGone: false,
  milliseconds: 40,
  organisation: "acme",
  facts: {},
};
