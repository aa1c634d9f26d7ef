import { expect, test } from "vitest";
import type { CallFacts } from "../../src/service/answer.ts";
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

/** A call of one stage that takes so many milliseconds to come to it. */
async function answered(traced: boolean, reason: DOMException | null, milliseconds: number) {
  let nowMs = 0;
  const unary: Unary = async (_, call) => {
    call.report({ requestId: "r" });
    nowMs += milliseconds;
    await call.stage("pack", () => {});
    call.report({ outcome: "select" });
    return { status: 200, headers: {}, body: "done" };
  };
  const told: (FromWorker["kind"] | CallFacts)[] = [];
  const parts = { unary, flag: { reason: () => reason }, faultStage: null, now: () => nowMs };
  const tell = (message: FromWorker) => void told.push(message.kind === "facts" ? message.facts : message.kind);
  const { reply, facts } = await answerCall({ request, caller, traced, slot: 0 }, { ...parts, tell });
  return { status: reply.status, told, facts };
}

test("a call that is over ends within a stage and is answered as one that was stopped", async () => {
  let reason: DOMException | null = null;
  const worked: string[] = [];
  const unary: Unary = async (_, { stage, signal }) => {
    try {
      await stage("measure", (checkpoint) => {
        checkpoint();
        worked.push("first record");
        reason = new DOMException("gone", "AbortError");
        checkpoint();
        worked.push("second record");
      });
    } catch {
      return { status: signal.aborted ? 503 : 500, headers: {}, body: "" };
    }
    return { status: 200, headers: {}, body: "" };
  };
  const parts = { unary, flag: { reason: () => reason }, faultStage: null, tell: () => {}, now: () => 0 };
  const { reply } = await answerCall({ request, caller, traced: false, slot: 0 }, parts);
  expect([worked, reply.status]).toEqual([["first record"], 503]);
});

test("nothing is counted of the stages of a call that nobody traces", async () => {
  const counted: boolean[] = [];
  const unary = (traced: boolean): Unary => {
    return async (_, { stage }) => {
      await stage(
        "pack",
        () => {},
        () => {
          counted.push(traced);
          return {};
        },
      );
      return { status: 200, headers: {}, body: "" };
    };
  };
  for (const traced of [true, false]) {
    const parts = {
      unary: unary(traced),
      flag: { reason: () => null },
      faultStage: null,
      tell: () => {},
      now: () => 0,
    };
    await answerCall({ request, caller, traced, slot: 0 }, parts);
  }
  expect(counted).toEqual([true]);
});

const all = { requestId: "r", outcome: "select" };

test.each([
  ["with its stages where somebody traces it", true, null, 0, { status: 200, told: ["stage"], facts: all }],
  ["by its answer alone elsewhere", false, null, 0, { status: 200, told: [], facts: all }],
  [
    "before that, by its id, when it takes long",
    false,
    null,
    1_000,
    { status: 200, told: [{ requestId: "r" }], facts: { outcome: "select" } },
  ],
  [
    "not at all when it is over by then",
    true,
    new DOMException("gone", "AbortError"),
    0,
    { status: 503, told: [], facts: {} },
  ],
])("a call is told of %s", async (_, traced, reason, milliseconds, expected) => {
  expect(await answered(traced, reason, milliseconds)).toEqual(expected);
});
