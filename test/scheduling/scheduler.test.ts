// The scheduler under a clock that the test advances, with threads that take the time that the test states.
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { plainStage } from "../../src/engine/select.ts";
import type { BufferedReply, BufferedRequest } from "../../src/protocols/reply.ts";
import { createScheduler, type Scheduler } from "../../src/scheduling/scheduler.ts";
import { CallAbort } from "../../src/service/call.ts";
import type { ScheduledReply } from "../../src/workers/job.ts";
import type { FromWorker } from "../../src/workers/messages.ts";
import type { StartThread } from "../../src/workers/thread.ts";
import { generousTier } from "../tiers.ts";
import { type ManualClock, manualClock } from "../time/manual-clock.ts";

const rejected: ScheduledReply = { refused: "unavailable", retryAfterMs: 1_000 };
const reply: BufferedReply = { status: 200, headers: {}, body: "" };

/** Workers that take the stated milliseconds for each call; a call's body names its organisation. */
function threads(clock: ManualClock, began: string[], takesMs: (name: string) => number): StartThread {
  return ({ onMessage }) => {
    const inbox: string[] = [];
    let busy = false;
    const tell = (message: FromWorker) => onMessage(message);
    function next(): void {
      const name = busy ? undefined : inbox.shift();
      if (name === undefined) return;
      busy = true;
      began.push(`worker ${name}`);
      const cpuMs = takesMs(name);
      clock.after(cpuMs, () => {
        busy = false;
        tell({ kind: "answered", reply, cpuMs, facts: {}, stages: [] });
        next();
      });
    }
    clock.after(0, () => tell({ kind: "ready" }));
    return {
      send: ({ request }) => {
        inbox.push(nameOf(request));
        next();
      },
      poll: () => {},
      askToStop: () => {},
      end: async () => {},
    };
  };
}

function nameOf({ body }: BufferedRequest): string {
  return Buffer.from(body).toString().trim();
}

interface Setup {
  readonly workers?: number;
  /** How long a call of this name takes, in milliseconds. */
  readonly takesMs?: (name: string) => number;
  /** Whether the warm-up has ended. */
  readonly warm?: boolean;
}

function started({ workers = 1, takesMs = () => 10, warm = true }: Setup = {}) {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const began: string[] = [];
  /** The stages of the calls on the main thread. */
  const stages: string[] = [];
  const scheduler: Scheduler = createScheduler({
    unary: async (request, { stage }) => {
      const name = nameOf(request);
      began.push(`main ${name}`);
      for (const half of ["measure", "score"] as const) {
        await stage(half, () => stages.push(`${name} ${half}`));
        await new Promise<void>((resolve) => clock.after(takesMs(name) / 2, resolve));
      }
      return reply;
    },
    workers:
      workers === 0
        ? null
        : { workers, runMsMax: 30_000, startThread: threads(clock, began, takesMs), onEvent: () => {}, clock },
    clock,
  });
  scheduler.start();
  if (warm) scheduler.endWarmUp();
  clock.pass(1);
  /** @param bytes of the call, from which the scheduler expects its cost */
  function send(
    organisation: string,
    bytes: number,
    { name = organisation, weight = 1, headers = {}, encode = (plain: Buffer) => plain } = {},
  ) {
    const signal = new CallAbort();
    const caller = { organisation, keyId: "k", tier: { ...generousTier, weight } };
    const plain = Buffer.alloc(bytes, " ");
    plain.write(name);
    const body = encode(plain);
    const request: BufferedRequest = {
      ...{ protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: "/", headers },
      body,
    };
    const accepted = scheduler.accepts(caller, body.length);
    const call = { caller, signal, stage: plainStage, report: () => {}, traced: false, stageRan: () => {} };
    const answer: Promise<ScheduledReply> = accepted
      ? scheduler.answer(request, { ...call, queued: () => {}, computed: () => {} }, true)
      : Promise.resolve(rejected);
    return { accepted, answer, signal };
  }
  /** Advances the clock by single milliseconds, with turns of the event loop between them. */
  async function pass(milliseconds: number): Promise<void> {
    for (let ms = 0; ms < milliseconds; ms++) {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      clock.pass(1);
    }
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  }
  return { clock, scheduler, began, stages, send, pass };
}

const SMALL = 7_000;
const LARGE = 100_000;

describe("a call is answered", () => {
  test("by the main thread if it is small, by a worker if it is large", async () => {
    const { began, send, pass } = started();
    const answers = [send("a", SMALL).answer, send("b", LARGE).answer];
    await pass(30);
    expect(await Promise.all(answers)).toEqual([reply, reply]);
    expect(began.toSorted()).toEqual(["main a", "worker b"]);
  });

  test.each([
    { warm: true, began: "worker a" },
    { warm: false, began: "main a" },
  ])("by a worker if it is small but such calls have taken long, once the warm-up has ended: $warm", async (each) => {
    const { began, send, pass } = started({ warm: each.warm, takesMs: () => 60 });
    for (let call = 0; call < 6; call++) {
      void send("a", SMALL);
      await pass(62);
    }
    expect(began.at(-1)).toBe(each.began);
  });

  test("by the main thread if it is small in gzip, although long calls hold the only worker", async () => {
    const { began, send, pass } = started({ takesMs: (name) => (name === "greedy" ? 600 : 2) });
    void send("greedy", 600_000);
    await pass(1);
    const { answer } = send("polite", SMALL, {
      headers: { "content-encoding": "gzip" },
      encode: (body) => gzipSync(body),
    });
    await pass(10);
    expect([await answer, began]).toEqual([reply, ["worker greedy", "main polite"]]);
  });

  /** States the length of its second part. */
  const understated = (body: Buffer) => Buffer.concat([gzipSync(body), gzipSync(" ")]);
  test.each([
    ["decodes to more than it states", { headers: { "content-encoding": "gzip" }, encode: understated }],
    ["is compressed in another way", { headers: { "content-encoding": "deflate" }, encode: deflateSync }],
  ])("by a worker if it %s", async (_, call) => {
    const { began, scheduler, send, pass } = started();
    const { answer } = send("a", LARGE, call);
    await pass(30);
    expect(await answer).toEqual(reply);
    expect(began).toEqual([expect.stringMatching(/^worker /)]);
    expect(scheduler.load()).toMatchObject({ busy: 0, waiting: 0 });
  });

  test("by the main thread if there are no workers", async () => {
    const { began, send, pass } = started({ workers: 0 });
    const { answer } = send("a", LARGE);
    await pass(20);
    expect([await answer, began]).toEqual([reply, ["main a"]]);
  });

  test("by a worker if it is large, although small ones would keep the worker busy", async () => {
    const { began, send, pass } = started({ takesMs: () => 2 });
    const small = Array.from({ length: 60 }, () => send("a", SMALL).answer);
    await pass(5);
    const large = send("b", LARGE).answer;
    await pass(12);
    expect(await large).toEqual(reply);
    expect(began.length).toBeLessThan(30);
    await pass(120);
    expect(new Set(await Promise.all(small))).toEqual(new Set([reply]));
  });

  test("by a worker too if it is small and many wait", async () => {
    const { began, send, pass } = started({ takesMs: () => 2 });
    const answers = Array.from({ length: 20 }, () => send("a", SMALL).answer);
    await pass(60);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([reply]));
    expect(began).toContain("worker a");
    expect(began).toContain("main a");
  });

  test("by the main thread if another organisation's long call holds the only worker", async () => {
    const { began, send, pass } = started({ takesMs: (name) => (name === "greedy" ? 600 : 10) });
    void send("greedy", 600_000);
    await pass(1);
    const { answer } = send("polite", LARGE);
    await pass(40);
    expect([await answer, began]).toEqual([reply, ["worker greedy", "main polite"]]);
  });

  // An organisation could otherwise lower its expected cost with calls that fail early, and then block this thread.
  test.each([
    ["has more than 384 kB, although such calls took little", 500_000, {}],
    ["is compressed and does not state its size", LARGE, { "content-encoding": "deflate" }],
  ])("but not if it %s", async (_, bytes, headers) => {
    const { began, send, pass } = started({ takesMs: (name) => (name === "greedy" ? 600 : 1) });
    for (let call = 0; call < 60; call += 1) void send("polite", LARGE);
    await pass(200);
    const before = began.length;
    void send("greedy", 600_000);
    await pass(1);
    const { answer } = send("polite", bytes, { headers });
    await pass(590);
    expect(began.slice(before)).toEqual(["worker greedy"]);
    await pass(60);
    expect([await answer, began.at(-1)]).toEqual([reply, "worker polite"]);
  });

  test("between two stages of a longer call on the main thread", async () => {
    const { stages, send, pass } = started({ takesMs: (name) => (name === "long" ? 6 : 3) });
    const long = send("greedy", 30_000, { name: "long" });
    await pass(1);
    const short = send("polite", SMALL, { name: "short" });
    await pass(14);
    expect(await Promise.all([long.answer, short.answer])).toEqual([reply, reply]);
    expect(stages).toEqual(["long measure", "short measure", "short score", "long score"]);
  });

  test("but not if its own organisation holds the worker", async () => {
    const { began, send, pass } = started({ takesMs: () => 600 });
    void send("greedy", 600_000);
    await pass(1);
    void send("greedy", LARGE);
    await pass(100);
    expect(began).toEqual(["worker greedy"]);
  });
});

describe("with a greedy organisation", () => {
  test("a polite one waits for at most one call", async () => {
    const { send, pass, began } = started();
    for (let call = 0; call < 40; call++) void send("greedy", LARGE);
    await pass(25);
    const before = began.length;
    void send("polite", LARGE);
    await pass(25);
    expect(began.slice(before, before + 2).some((entry) => entry.endsWith("polite"))).toBe(true);
  });

  test("whose large calls are short, a polite one of a lighter tier gets help from the main thread", async () => {
    const { clock, send, pass } = started({ takesMs: (name) => (name === "greedy" ? 5 : 12) });
    const tookMs: Promise<number>[] = [];
    for (let ms = 0; ms < 3_000; ms += 3) {
      void send("greedy", 33_000, { weight: 16 });
      if (ms % 36 === 0) {
        const sentMs = clock.monotonicMs();
        tookMs.push(send("polite", LARGE, { weight: 4 }).answer.then(() => clock.monotonicMs() - sentMs));
      }
      await pass(3);
    }
    await pass(500);
    expect(Math.max(...(await Promise.all(tookMs)))).toBeLessThan(48);
  });

  test("the greedy one is shed if it keeps sending more, and the polite one is not", async () => {
    const { send, pass } = started();
    const greedy: boolean[] = [];
    const polite: Promise<ScheduledReply>[] = [];
    for (let ms = 0; ms < 3_000; ms += 5) {
      greedy.push(send("greedy", LARGE).accepted);
      if (ms % 100 === 0) polite.push(send("polite", LARGE).answer);
      await pass(5);
    }
    await pass(200);
    expect(new Set(await Promise.all(polite))).toEqual(new Set([reply]));
    const late = greedy.slice(-200);
    expect(late.filter((accepted) => !accepted).length).toBeGreaterThan(60);
    expect(late.filter((accepted) => accepted).length).toBeGreaterThan(60);
  });

  test("none is shed before shedding starts, however long they wait", async () => {
    const { send, pass } = started({ warm: false });
    const sent = Array.from({ length: 600 }, () => send("greedy", LARGE));
    await pass(7_000);
    expect(sent.every(({ accepted }) => accepted)).toBe(true);
    expect(new Set(await Promise.all(sent.map(({ answer }) => answer)))).toEqual(new Set([reply]));
  });

  test.each([
    ["", LARGE],
    [", even if their calls take less than expected", 1_000_000],
  ])("64 clients that wait for their answers are all answered%s", async (_, bytes) => {
    const { send, pass } = started();
    const refused: unknown[] = [];
    let answered = 0;
    const client = async () => {
      for (let call = 0; call < 4; call++) {
        const answer = await send("busy", bytes).answer;
        if ("refused" in answer) refused.push(answer);
        answered += 1;
      }
    };
    const all = Promise.all(Array.from({ length: 64 }, client));
    await pass(64 * 4 * 10 + 100);
    await all;
    expect([answered, refused]).toEqual([256, []]);
  });
});

describe("a cancelled call", () => {
  test("leaves the queue at once", async () => {
    const { scheduler, send, pass, began } = started();
    void send("a", LARGE);
    await pass(1);
    const { answer, signal } = send("a", LARGE, { name: "left" });
    await pass(1);
    signal.abort(new DOMException("gone", "AbortError"));
    expect(await answer).toMatchObject({ status: 503 });
    expect(scheduler.load().waiting).toBe(0);
    await pass(40);
    expect(began).toEqual(["worker a"]);
  });
});

test("closing rejects waiting and later calls", async () => {
  const { scheduler, send, pass } = started();
  const running = send("a", LARGE);
  await pass(1);
  const waiting = send("a", LARGE);
  await scheduler.close();
  expect([await running.answer, await waiting.answer]).toEqual([rejected, rejected]);
  expect(send("a", LARGE).accepted).toBe(false);
});
