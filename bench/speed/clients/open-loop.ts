// Calls on a schedule that does not wait for answers, like those of many independent callers. A client that waits for
// answers sends less when the service is slow, and so hides the delay. Latency counts from the time at which a call was
// due, not from when this process sent it.
import { setTimeout as wait } from "node:timers/promises";
import { seeded } from "../../corpus/random.ts";
import { ownCpuMs } from "../harness/cpu.ts";

export type Verdict = "answered" | "rejected" | "failed";

/** Sends the call with that number. Never rejects. */
export type Send = (number: number) => Promise<Verdict>;

export interface AnsweredCall {
  /** When it was due, in milliseconds from the first. */
  readonly dueMs: number;
  readonly tookMs: number;
}

export interface OpenLoop {
  /** Seconds in which calls were due. */
  readonly dueSeconds: number;
  /** Seconds to the last answer. */
  readonly seconds: number;
  readonly answered: readonly AnsweredCall[];
  readonly rejectedMs: readonly number[];
  readonly failed: number;
  /** The longest delay in sending a call, in milliseconds: the error that this process adds to the figures. */
  readonly sendDelayMsMax: number;
  /** Processors used by this process. On a small machine the service had that much less. */
  readonly processors: number;
}

/** @param perSecond calls due each second, at intervals of a Poisson process */
export async function openLoop(perSecond: number, seconds: number, seed: number, call: Send): Promise<OpenLoop> {
  const random = seeded(seed);
  const answered: AnsweredCall[] = [];
  const rejectedMs: number[] = [];
  const over = Promise.withResolvers<void>();
  let failed = 0;
  let sendDelayMsMax = 0;
  let made = 0;
  let ended = 0;
  let lastMade = false;
  const startedAt = performance.now();
  const usedMs = ownCpuMs();
  const endsAt = startedAt + seconds * 1000;
  let dueAt = startedAt;

  async function one(due: number, number: number): Promise<void> {
    const verdict = await call(number);
    const took = performance.now() - due;
    if (verdict === "answered") answered.push({ dueMs: due - startedAt, tookMs: took });
    else if (verdict === "rejected") rejectedMs.push(took);
    else failed += 1;
    ended += 1;
    if (lastMade && ended === made) over.resolve();
  }

  while (dueAt < endsAt) {
    const ahead = dueAt - performance.now();
    if (ahead > 1) await wait(ahead);
    // Calls may be due faster than the event loop turns. It turns after every eighth, so that answers are read.
    else if (made % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    sendDelayMsMax = Math.max(sendDelayMsMax, performance.now() - dueAt);
    // Not stored: every garbage collection would copy tens of thousands of promises.
    void one(dueAt, made++);
    dueAt += (-Math.log(1 - random.next()) / perSecond) * 1000;
  }
  lastMade = true;
  if (ended < made) await over.promise;
  const tookMs = performance.now() - startedAt;
  const processors = (ownCpuMs() - usedMs) / tookMs;
  return { dueSeconds: seconds, seconds: tookMs / 1000, answered, rejectedMs, failed, sendDelayMsMax, processors };
}
