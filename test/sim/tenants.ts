// Many organisations share the scheduler under a clock that the simulation advances. In: a seed. Out: violations of
// fair queueing. The scheduler, its queues, costs and shedding are real; a call is only the time that it takes. One
// organisation is greedy: it sends several times what the threads can do. The others send less than their fair share.
import { type Random, seeded } from "../../bench/corpus/random.ts";
import { plainStage } from "../../src/engine/select.ts";
import type { BufferedReply, BufferedRequest } from "../../src/protocols/reply.ts";
import { LARGE_BYTES } from "../../src/scheduling/cost.ts";
import { createScheduler } from "../../src/scheduling/scheduler.ts";
import { CallAbort } from "../../src/service/call.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { StartThread } from "../../src/workers/thread.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

interface Tenant {
  readonly name: string;
  readonly weight: number;
  /** Of each call, before its spread; a byte costs the same for all. */
  readonly bytes: number;
  /** Milliseconds of processor time that it asks for in each millisecond. */
  readonly load: number;
}

interface Served {
  readonly tenant: Tenant;
  sent: number;
  answered: number;
  /** Of answered calls, in milliseconds. */
  computedMs: number;
  longestWaitMs: number;
}

interface TenantsRun {
  readonly polite: readonly Served[];
  readonly greedy: Served;
  /** Processor time that the threads had, in milliseconds. */
  readonly capacityMs: number;
}

const GREEDY = "greedy";
const RUN_MS = 6_000;
const MS_PER_BYTE = 0.12 / 1024;
/** The main thread and one worker. */
const THREADS = 2;
const weights: readonly [number, ...number[]] = [1, 4, 16];
/** Longest wait of an organisation below its fair share, for any load of the greedy one, in milliseconds. */
const WAIT_MS_MAX = 250;
/** Only workers take large calls, so a greedy organisation that sends nothing else leaves the main thread idle. */
const USED_MIN = { small: 0.95, large: 0.45 };

const reply: BufferedReply = { status: 0, headers: {}, body: "" };

/** @param politeCount the number of organisations in addition to the greedy one */
function tenantsOf(random: Random, politeCount: number): readonly Tenant[] {
  const polite = Array.from({ length: politeCount }, (_, at) => ({
    name: `polite-${at}`,
    weight: random.pick(weights),
    bytes: random.pick([3_000, 7_000, 20_000, 100_000]),
    share: 0.2 + 0.5 * random.next(),
  }));
  const greedyWeight = random.pick(weights);
  const all = polite.reduce((sum, { weight }) => sum + weight, greedyWeight);
  return [
    // For one thread: large calls have no more.
    ...polite.map(({ share, ...one }) => ({ ...one, load: (share * one.weight) / all })),
    { name: GREEDY, weight: greedyWeight, bytes: random.pick([7_000, 28_000, 100_000]), load: 3 * THREADS },
  ];
}

/** Violations of fair queueing in the run of this seed; empty if there are none. */
export async function unfairnessOf(seed: number, politeCount: number): Promise<readonly string[]> {
  const { polite, greedy, capacityMs } = await simulateTenants(seed, politeCount);
  const wrong = polite.flatMap(({ tenant: { name }, sent, answered, longestWaitMs }) => [
    ...(answered < sent ? [`${name} lost ${sent - answered} of ${sent} calls`] : []),
    ...(longestWaitMs > WAIT_MS_MAX ? [`${name} waited ${Math.round(longestWaitMs)} ms`] : []),
  ]);
  const used = [...polite, greedy].reduce((sum, { computedMs }) => sum + computedMs, 0) / capacityMs;
  const usedMin = USED_MIN[greedy.tenant.bytes < LARGE_BYTES ? "small" : "large"];
  if (used < usedMin) {
    wrong.push(`the threads worked in ${Math.round(used * 100)} % of the time`);
  }
  return wrong;
}

async function simulateTenants(seed: number, politeCount: number): Promise<TenantsRun> {
  const random = seeded(seed);
  const tenants = tenantsOf(random, politeCount);
  const clock = manualClock("2030-01-01T00:00:00Z");
  const scheduler = createScheduler({
    unary: async (request) => {
      // The main thread can do nothing else meanwhile.
      clock.pass(costOf(request));
      return reply;
    },
    workers: { workers: THREADS - 1, runMsMax: 30_000, startThread: threads(clock), onEvent: () => {}, clock },
    clock,
  });
  scheduler.start();
  scheduler.endWarmUp();
  clock.pass(1);

  const served = tenants.map((tenant): Served => ({ tenant, sent: 0, answered: 0, computedMs: 0, longestWaitMs: 0 }));
  function send(one: Served): void {
    const { name: organisation, weight, bytes: mean, load } = one.tenant;
    // Half to one and a half of the mean; arrivals at random.
    const bytes = Math.round(mean * (0.5 + random.next()));
    if (clock.monotonicMs() > RUN_MS) return;
    clock.after((-Math.log(1 - random.next()) * mean * MS_PER_BYTE) / load, () => send(one));
    one.sent += 1;
    const caller = { organisation, keyId: "k", tier: { ...generousTier, weight } };
    if (!scheduler.accepts(caller, bytes)) return;
    const sentMs = clock.monotonicMs();
    const call = { caller, signal: new CallAbort(), stage: plainStage, report: () => {}, traced: false };
    const answer = scheduler.answer(
      requestOf(bytes),
      { ...call, stageRan: () => {}, queued: () => {}, computed: () => {} },
      true,
    );
    void answer.then((result) => {
      if ("refused" in result) return;
      one.answered += 1;
      one.computedMs += bytes * MS_PER_BYTE;
      const waitedMs = clock.monotonicMs() - sentMs - bytes * MS_PER_BYTE;
      one.longestWaitMs = Math.max(one.longestWaitMs, waitedMs);
    });
  }
  for (const one of served) clock.after(random.below(50), () => send(one));
  let busyUntilMs = 0;
  do {
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
    clock.pass(clock.untilNext() ?? 1);
    if (clock.monotonicMs() < RUN_MS) busyUntilMs = clock.monotonicMs();
  } while (clock.monotonicMs() < RUN_MS || scheduler.load().waiting + scheduler.load().busy > 0);
  await scheduler.close();
  const greedy = served.find(({ tenant }) => tenant.name === GREEDY);
  if (greedy === undefined) throw new Error("there is no greedy organisation");
  return { polite: served.filter((one) => one !== greedy), greedy, capacityMs: THREADS * busyUntilMs };
}

function requestOf(bytes: number): BufferedRequest {
  const post = { protocol: "rest", httpVersion: "1.1", httpMethod: "POST", target: "/", headers: {} } as const;
  return { ...post, body: Buffer.alloc(bytes) };
}

function costOf({ body }: BufferedRequest): number {
  return body.length * MS_PER_BYTE;
}

/** Threads that take one call after the other. */
function threads(clock: Clock): StartThread {
  return ({ onMessage }) => {
    const inbox: BufferedRequest[] = [];
    let working = false;
    function workOn(): void {
      const request = working ? undefined : inbox.shift();
      if (request === undefined) return;
      working = true;
      clock.after(costOf(request), () => {
        working = false;
        onMessage({ kind: "answered", reply, cpuMs: costOf(request), facts: {}, stages: [] });
        workOn();
      });
    }
    clock.after(0, () => onMessage({ kind: "ready" }));
    return {
      send: ({ request }) => {
        inbox.push(request);
        workOn();
      },
      poll: () => {},
      askToStop: () => {},
      end: async () => {},
    };
  };
}
