import { expect, test } from "vitest";
import type { Unary } from "../../src/wire/unary.ts";
import { answerCall } from "../../src/workers/answer-call.ts";
import type { FromWorker } from "../../src/workers/messages.ts";

const tier = { name: "t", maxInputTokens: 1, maxRecords: 1, ratePerSecond: 1, burst: 1, dailyQuota: null };
const caller = { organisation: "o", keyId: "k", tier };
const request = {
  protocol: "rest",
  httpVersion: "1.1",
  httpMethod: "POST",
  target: "/",
  headers: {},
  body: Buffer.alloc(0),
} as const;

/** A call of one stage. */
const unary: Unary = async (_, call) => {
  call.report({ requestId: "r" });
  await call.stage("pack", () => {});
  return { status: 200, headers: {}, body: "done" };
};

async function answered(traced: boolean, reason: DOMException | null) {
  const told: FromWorker["kind"][] = [];
  const parts = { unary, flag: { reason: () => reason }, faultStage: null };
  const tell = ({ kind }: FromWorker) => void told.push(kind);
  const { status } = await answerCall({ request, caller, traced, slot: 0 }, { ...parts, tell });
  return { status, told };
}

test.each([
  ["with its stages where somebody traces it", true, null, 200, ["facts", "stage"]],
  ["without them elsewhere", false, null, 200, ["facts"]],
  ["not at all when it is over by then", true, new DOMException("gone", "AbortError"), 503, []],
])("a call is told of %s", async (_, traced, reason, status, told) => {
  expect(await answered(traced, reason)).toEqual({ status, told });
});
