// Calls on a schedule of their own, answered or not: what many independent callers do, and what a loop that waits for
// answers cannot show. Latency counts from the moment a call was due, not from when this process came to send it.
import { setTimeout as wait } from "node:timers/promises";
import { seeded } from "../corpus/random.ts";

export type Verdict = "answered" | "turned away" | "failed";

export interface AnsweredCall {
  /** When it was due, in milliseconds from the first. */
  readonly dueMs: number;
  readonly tookMs: number;
}

export interface OpenLoop {
  readonly seconds: number;
  readonly answered: readonly AnsweredCall[];
  readonly turnedAwayMs: readonly number[];
  readonly failed: number;
  /** How late calls were sent at worst, in milliseconds: what the figures owe to this process. */
  readonly latestMs: number;
}

/**
 * @param perSecond calls due each second, at intervals of a Poisson process
 * @param call never rejects
 */
export async function openLoop(
  perSecond: number,
  seconds: number,
  seed: number,
  call: (at: number) => Promise<Verdict>,
): Promise<OpenLoop> {
  const random = seeded(seed);
  const answered: AnsweredCall[] = [];
  const turnedAwayMs: number[] = [];
  const running: Promise<void>[] = [];
  let [failed, latestMs, made] = [0, 0, 0];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let dueAt = startedAt;

  async function one(due: number, at: number): Promise<void> {
    const verdict = await call(at);
    const took = performance.now() - due;
    if (verdict === "answered") answered.push({ dueMs: due - startedAt, tookMs: took });
    else if (verdict === "turned away") turnedAwayMs.push(took);
    else failed += 1;
  }

  while (dueAt < endsAt) {
    const ahead = dueAt - performance.now();
    if (ahead > 1) await wait(ahead);
    else if (made % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    latestMs = Math.max(latestMs, performance.now() - dueAt);
    running.push(one(dueAt, made++));
    dueAt += (-Math.log(1 - random.next()) / perSecond) * 1000;
  }
  await Promise.all(running);
  const took = (performance.now() - startedAt) / 1000;
  return { seconds: took, answered, turnedAwayMs, failed, latestMs };
}
