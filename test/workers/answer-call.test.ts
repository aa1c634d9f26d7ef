import { expect, test } from "vitest";
import type { Unary } from "../../src/protocols/reply.ts";
import type { CallFacts } from "../../src/service/call.ts";
import { answerCall } from "../../src/workers/answer-call.ts";
import type { CallReport, FromWorker } from "../../src/workers/messages.ts";
import { generousTier } from "../tiers.ts";

const caller = { organisation: "o", keyId: "k", tier: generousTier };
const request = {
  protocol: "rest",
  httpVersion: "1.1",
  httpMethod: "POST",
  target: "/",
  headers: {},
  body: Buffer.alloc(0),
} as const;

/** The facts that a call reported at one time, and the names of its stages. */
type Reported = readonly [facts: CallFacts, stages: readonly string[]];

/** A call of three stages, the second of which takes the given milliseconds. */
async function answered(traced: boolean, reason: DOMException | null, milliseconds: number) {
  let nowMs = 0;
  const unary: Unary = async (_, call) => {
    call.report({ requestId: "r" });
    await call.stage("measure", () => {});
    await call.stage("pack", () => {
      nowMs += milliseconds;
    });
    await call.stage("render", () => {});
    call.report({ outcome: "select" });
    return { status: 200, headers: {}, body: "done" };
  };
  const reported: Reported[] = [];
  const report = ({ facts, stages }: CallReport) => reported.push([facts, stages.map(({ name }) => name)]);
  const post = (message: FromWorker) => {
    if (message.kind === "progress") report(message);
  };
  const parts = { unary, flag: { reason: () => reason }, faultStage: null, now: () => nowMs, post };
  const { reply, ...news } = await answerCall({ request, caller, traced, stopCell: 0 }, parts);
  report(news);
  return { status: reply.status, reported };
}

test("a cancelled call ends within a stage and is answered as stopped", async () => {
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
  const parts = { unary, flag: { reason: () => reason }, faultStage: null, post: () => {}, now: () => 0 };
  const { reply } = await answerCall({ request, caller, traced: false, stopCell: 0 }, parts);
  expect([worked, reply.status]).toEqual([["first record"], 503]);
});

test("no counts are recorded for the stages of an untraced call", async () => {
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
      post: () => {},
      now: () => 0,
    };
    await answerCall({ request, caller, traced, stopCell: 0 }, parts);
  }
  expect(counted).toEqual([true]);
});

const id: CallFacts = { requestId: "r" };
const outcome: CallFacts = { outcome: "select" };
const all: CallFacts = { ...id, ...outcome };
const gone = new DOMException("gone", "AbortError");

test.each<[string, boolean, DOMException | null, number, number, Reported[]]>([
  ["its facts with its answer, if it is short", false, null, 0, 200, [[all, []]]],
  ["its stages too, if it is traced", true, null, 0, 200, [[all, ["measure", "pack", "render"]]]],
  [
    "its id before its answer, if it takes long",
    false,
    null,
    1_000,
    200,
    [
      [id, []],
      [outcome, []],
    ],
  ],
  [
    "the stages so far with that id, if it is traced",
    true,
    null,
    1_000,
    200,
    [
      [id, ["measure", "pack"]],
      [outcome, ["render"]],
    ],
  ],
  ["nothing, if it is over before it starts", true, gone, 0, 503, [[{}, []]]],
])("a call reports %s", async (_, traced, reason, milliseconds, status, reported) => {
  expect(await answered(traced, reason, milliseconds)).toEqual({ status, reported });
});
