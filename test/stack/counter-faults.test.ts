// Calls while Redis is killed, hangs, refuses to write, asks for a password, or is absent.
import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { LogLine, WinnowProcess } from "../winnow-process.ts";
import { freePort } from "./free-port.ts";
import { type Redis, startRedis } from "./redis.ts";
import { type Answered, call, internalOf, load, metric, type Replicas, roomy, startReplicas } from "./replicas.ts";

const CALLERS = 4;

let redis: Redis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
});

afterEach(async () => {
  redis.signal("SIGCONT");
  await replicas.stop();
});

afterAll(() => redis.stop());

async function startPair(): Promise<void> {
  replicas = await startReplicas(2, roomy, { WINNOW_COUNTERS: redis.url });
  await decidedBy("redis");
}

/** Settles when both replicas are in that state. */
async function decidedBy(whom: "redis" | "each for itself"): Promise<void> {
  for (const replica of replicas.all) {
    const shared = () => metric(replica, "winnow_limiter_shared");
    await expect.poll(shared).toBe(whom === "redis" ? 1 : 0);
  }
}

/** Loads both replicas during `work`, and for a moment before and after. */
async function loadDuring(work: () => Promise<void>): Promise<readonly Answered[]> {
  let over = false;
  const loading = load(replicas, CALLERS, () => over);
  try {
    await delay(500);
    await work();
    await delay(500);
  } finally {
    over = true;
  }
  return loading;
}

/** @param faults how often Redis went away */
async function expectUnharmed(answers: readonly Answered[], faults: number): Promise<void> {
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  let waited = 0;
  for (const replica of replicas.all) waited += await metric(replica, "winnow_limiter_store_failures_total");
  // Only these calls waited, for at most 20 ms: three rounds of all callers for each fault, and those for which a
  // machine under load delayed Redis. If each call waited while Redis is away, there would be several times as many.
  expect(waited).toBeLessThanOrEqual(faults * 3 * 2 * CALLERS + answers.length / 10);
}

const filesOf = (replica: WinnowProcess) => readdirSync(`/proc/${replica.process.pid}/fd`).length;

describe("under load", () => {
  test("Redis is killed and restarted repeatedly: no call is lost and no resource leaks", async () => {
    await startPair();
    await loadDuring(async () => {});
    const files = replicas.all.map(filesOf);
    const answers = await loadDuring(async () => {
      for (let round = 0; round < 3; round++) {
        redis.signal("SIGKILL");
        await decidedBy("each for itself");
        await redis.stop();
        redis = await startRedis(redis.port);
        await decidedBy("redis");
      }
    });
    await expectUnharmed(answers, 3);
    const clients = async () =>
      String(await redis.ask("CLIENT", "LIST"))
        .trim()
        .split("\n").length;
    // One connection per replica, and the one that asks; abandoned ones may still be closing.
    await expect.poll(clients).toBe(3);
    for (const [index, replica] of replicas.all.entries()) {
      const added = () => filesOf(replica) - (files[index] ?? 0);
      await expect.poll(added).toBeLessThan(4);
    }
  });

  test("Redis hangs and continues: only the first calls wait, and the process stays ready", async () => {
    await startPair();
    const answers = await loadDuring(async () => {
      redis.signal("SIGSTOP");
      await decidedBy("each for itself");
      for (const replica of replicas.all) {
        expect((await fetch(`${await internalOf(replica)}/readyz`)).status).toBe(200);
      }
      // By then the silent connection has been dropped.
      for (const { logged } of replicas.all) await logged(({ why }) => why === "disconnected");
      redis.signal("SIGCONT");
      await decidedBy("redis");
    });
    await expectUnharmed(answers, 1);
  });

  test("Redis refuses to write: the error is logged, and calls pass", async () => {
    await startPair();
    const answers = await loadDuring(async () => {
      await redis.ask("CONFIG", "SET", "maxmemory", "1");
      await decidedBy("each for itself");
      await redis.ask("CONFIG", "SET", "maxmemory", "0");
      await decidedBy("redis");
    });
    await expectUnharmed(answers, 1);
    for (const { logged } of replicas.all) {
      expect(await logged(({ why }) => why === "failed")).toMatchObject({ msg: "counters_local", errorCode: "OOM" });
    }
  });
});

describe("the start", () => {
  const named = ({ msg, errorCode }: LogLine) => msg === "counters_local" && errorCode !== undefined;

  test("does not wait for an absent Redis", async () => {
    replicas = await startReplicas(1, roomy, { WINNOW_COUNTERS: `redis://127.0.0.1:${await freePort()}` });
    const [replica] = replicas.all;
    if (replica === undefined) throw new Error("no replica");
    expect((await call(replica.url, replicas.key)).status).toBe(200);
    expect((await fetch(`${await internalOf(replica)}/readyz`)).status).toBe(200);
    expect(await replica.logged(named)).toMatchObject({ errorCode: "ECONNREFUSED" });
  });

  test("with a wrong password logs that, without the password", async () => {
    await redis.ask("ACL", "SETUSER", "winnow", "on", ">right", "~*", "+@all");
    const address = `redis://winnow:opensesame@127.0.0.1:${redis.port}`;
    replicas = await startReplicas(1, roomy, { WINNOW_COUNTERS: address });
    const [replica] = replicas.all;
    if (replica === undefined) throw new Error("no replica");
    expect((await call(replica.url, replicas.key)).status).toBe(200);
    expect(await replica.logged(named)).toMatchObject({ errorCode: "WRONGPASS" });
    expect(replica.log()).not.toContain("opensesame");
  });
});
