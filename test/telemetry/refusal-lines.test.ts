import { beforeEach, expect, test } from "vitest";
import type { CallRecord } from "../../src/telemetry/call-record.ts";
import { createRefusalLines, type RefusalLines } from "../../src/telemetry/refusal-lines.ts";
import { type ManualClock, manualClock } from "../time/manual-clock.ts";

const call: CallRecord = {
  protocol: "rest",
  httpMethod: "POST",
  scheme: "http",
  httpVersion: "1.1",
  name: "/v1/context/select",
  status: "403",
  fault: false,
  clientGone: false,
  milliseconds: 1,
  refused: "forbidden",
  facts: {},
};
const reset: CallRecord = { ...call, status: "499", refused: undefined };

let clock: ManualClock;
let lines: RefusalLines;
let written: string[] = [];

beforeEach(() => {
  clock = manualClock("2030-01-01T00:00:00Z");
  written = [];
  lines = createRefusalLines(clock, ({ refused, status }, count) => written.push(`${refused ?? status} ${count}`));
});

function add(each: CallRecord, times: number): void {
  for (let time = 0; time < times; time += 1) lines.add(each);
}

test("the first refusal of a kind is logged at once, and the others of the same second together", () => {
  add(call, 1);
  expect(written).toEqual(["forbidden 1"]);
  add(call, 5_000);
  clock.pass(999);
  expect(written).toEqual(["forbidden 1"]);
  clock.pass(1);
  expect(written).toEqual(["forbidden 1", "forbidden 5000"]);
  add(call, 7);
  clock.pass(1_000);
  expect(written).toEqual(["forbidden 1", "forbidden 5000", "forbidden 7"]);
});

test("each kind is counted separately", () => {
  add(call, 3);
  add(reset, 4);
  clock.pass(1_000);
  expect(written).toEqual(["forbidden 1", "499 1", "forbidden 2", "499 3"]);
});

test("after a quiet second the next one is written at once", () => {
  add(call, 2);
  clock.pass(5_000);
  add(call, 1);
  expect(written).toEqual(["forbidden 1", "forbidden 1", "forbidden 1"]);
});

test("waiting lines are written before the process ends, and once", () => {
  add(call, 3);
  lines.flush();
  clock.pass(10_000);
  expect(written).toEqual(["forbidden 1", "forbidden 2"]);
});
