// A select over REST that went well, for what is logged and counted of calls; each test adds what it is about.
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
