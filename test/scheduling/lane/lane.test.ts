import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { plainStage } from "../../../src/engine/select.ts";
import type { WholeReply, WholeRequest } from "../../../src/protocols/reply.ts";
import { createLane } from "../../../src/scheduling/lane/lane.ts";
import type { Call } from "../../../src/service/call.ts";
import { manualClock } from "../../time/manual-clock.ts";

const tier = { name: "t", maxInputTokens: 1, maxRecords: 1, ratePerSecond: 1, burst: 1, dailyQuota: null };
const unavailable = { refused: "unavailable", retryAfterMs: 1_000 };

/** A lane whose calls take as many milliseconds as they say, or wait to be let go. */
function started() {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const begun: string[] = [];
  const held = new Map<string, () => void>();
  const unary = async ({ target }: WholeRequest): Promise<WholeReply> => {
    begun.push(target);
    const [name = "", milliseconds] = target.split(":");
    if (milliseconds !== undefined) clock.pass(Number(milliseconds));
    else await new Promise<void>((resolve) => held.set(name, resolve));
    return { status: 200, headers: {}, body: name };
  };
  /** How many had begun whenever one was answered. */
  const toldAt: number[] = [];
  const lane = createLane(unary, clock, () => toldAt.push(begun.length));
  const send = (target: string, bytes = 7_000) => {
    const over = new AbortController();
    const call: Call = {
      caller: { organisation: "o", keyId: "k", tier },
      signal: over.signal,
      stage: plainStage,
      report: () => {},
    };
    const protocol = "rest";
    const request = { protocol, httpVersion: "1.1", httpMethod: "POST", target, headers: {} } as const;
    return { over, answer: lane.answer({ ...request, body: Buffer.alloc(bytes) }, call) };
  };
  return { clock, lane, begun, toldAt, held, send };
}

test("calls are answered one after the other, and the network is looked at before each", async () => {
  const { begun, send } = started();
  const answers = ["a:1", "b:1", "c:1"].map((target) => send(target, 20_000).answer);
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    seen.push(begun.length);
    await nextTurn();
  }
  expect(seen).toEqual([0, 1, 2]);
  expect(await Promise.all(answers)).toMatchObject([{ body: "a" }, { body: "b" }, { body: "c" }]);
});

test("a few small calls follow each other between two looks at the network", async () => {
  const { begun, toldAt, send } = started();
  const answers = ["a:1", "b:1", "c:1", "d:1"].map((target) => send(target).answer);
  await nextTurn();
  expect(begun).toEqual(["a:1", "b:1", "c:1"]);
  // Whoever else works is heard between them.
  expect(toldAt).toEqual([1, 2, 3]);
  expect(await Promise.all(answers)).toMatchObject([{ body: "a" }, { body: "b" }, { body: "c" }, { body: "d" }]);
});

test("as long as calls come in none begins, but not for ever", async () => {
  const { clock, lane, begun, send } = started();
  const { answer } = send("a:1");
  for (let turn = 0; turn < 5; turn++) {
    lane.expected(7_000);
    await nextTurn();
  }
  expect(begun).toEqual([]);
  clock.pass(3);
  lane.expected(7_000);
  await nextTurn();
  expect(begun).toEqual(["a:1"]);
  await answer;
});

test("what waits is expected to take its time", () => {
  const { lane, send } = started();
  expect(lane.expected(7_000)).toMatchObject({ waitMs: 0 });
  for (let call = 0; call < 10; call++) void send("a:1");
  const { waitMs, runMs } = lane.expected(7_000) ?? { waitMs: 0, runMs: 1 };
  expect(waitMs / runMs).toBeCloseTo(10);
});

test("a few calls may be under way, and ones that are much smaller beside them", async () => {
  const { begun, held, send } = started();
  const large = ["a", "b", "c", "d", "e"].map((target) => send(target, 1_000_000).answer);
  const small = send("s:1").answer;
  expect(await small).toMatchObject({ body: "s" });
  await expect.poll(() => begun.length).toBe(5);
  expect(begun).toEqual(["s:1", "a", "b", "c", "d"]);
  const last = send("t:1").answer;
  expect(await last).toMatchObject({ body: "t" });
  held.get("a")?.();
  await expect.poll(() => begun).toContain("e");
  for (const letGo of held.values()) letGo();
  expect(await Promise.all(large)).toMatchObject(["a", "b", "c", "d", "e"].map((body) => ({ body })));
});

test("a call that is over while it waits is never begun", async () => {
  const { begun, send } = started();
  const first = send("a:1");
  const second = send("b:1");
  second.over.abort();
  expect(await second.answer).toMatchObject({ status: 503 });
  await first.answer;
  await nextTurn();
  expect(begun).toEqual(["a:1"]);
});

test("an overload begins, too, when a burst has taken all the room there is and keeps it", async () => {
  const { clock, lane, send } = started();
  const waiting = Array.from({ length: 150 }, (_, at) => send(`${at}:1`).answer);
  lane.noRoom(7_000);
  expect(lane.expected(7_000)).not.toBeNull();
  clock.pass(300);
  expect(lane.expected(7_000)).not.toBeNull();
  lane.noRoom(7_000);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => unavailable));
});

test("calls that take all the room and do not come are no overload", async () => {
  const { lane, send } = started();
  lane.noRoom(7_000);
  const answers = Array.from({ length: 50 }, (_, at) => send(`${at}:1`).answer);
  expect(await Promise.all(answers)).toMatchObject(answers.map((_, at) => ({ body: `${at}` })));
});

test("when an overload begins, who has waited for long is turned away at once, and so is who comes", async () => {
  const { clock, lane, begun, send } = started();
  const burst = Array.from({ length: 75 }, (_, at) => send(`${at}:1`).answer);
  clock.pass(300);
  const waiting = [...burst, ...Array.from({ length: 75 }, (_, at) => send(`${75 + at}:1`).answer)];
  clock.pass(20);
  expect(lane.expected(7_000)).toBeNull();
  expect(await send("late:1").answer).toEqual(unavailable);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => unavailable));
  expect(begun).toEqual([]);
  expect(await send("next:1").answer).toMatchObject({ body: "next" });
});
