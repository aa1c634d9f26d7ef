// What two processes admit together, with one projection and one Redis.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Redis, startRedis } from "./redis.ts";
import { call, load, metric, type Replicas, roomy, selectBody, startReplicas, type Tier } from "./replicas.ts";

let redis: Redis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
});

afterEach(() => replicas.stop());

afterAll(() => redis.stop());

async function startPair(tier: Tier): Promise<void> {
  replicas = await startReplicas(2, tier, { WINNOW_COUNTERS: redis.url });
  for (const { logged } of replicas.all) await logged(({ msg }) => msg === "counters_shared");
}

/** On a busy machine Redis may answer late; the replica then decides by its own counters. */
async function decidedAlone(): Promise<number> {
  let alone = 0;
  for (const replica of replicas.all) alone += await metric(replica, "winnow_limiter_local_decisions_total");
  return alone;
}

test("exactly the rate and the burst of the tier", async () => {
  const [rate, burst] = [100, 50];
  await startPair({ ...roomy, rate_per_second: rate, burst });
  const startMs = performance.now();
  const answers = await load(replicas, 4, () => performance.now() - startMs > 3_000);
  const allowed = burst + rate * ((performance.now() - startMs) / 1000);
  const admitted = answers.filter(({ status }) => status === 200).length;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const alone = await decidedAlone();
  // Without the store, that would be all of them.
  expect(alone).toBeLessThan(answers.length / 4);
  expect(admitted).toBeLessThanOrEqual(allowed + alone);
  // Fewer are admitted than allowed if no caller can send for a time, which is common on a busy machine.
  expect(admitted).toBeGreaterThan(allowed / 2);
});

test("the daily quota once; failed calls are refunded", async () => {
  const quota = 200;
  await startPair({ ...roomy, daily_quota: quota });
  const [one, two] = replicas.all.map(({ url }) => url);
  const urls = Array.from({ length: quota + 40 }, (_, index) => (index % 2 === 0 ? one : two) ?? "");
  const malformed = await Promise.all(urls.slice(0, 60).map((url) => call(url, replicas.key, "{")));
  expect(new Set(malformed.map(({ status }) => status))).toEqual(new Set([400]));
  const statuses: number[] = [];
  for (let at = 0; at < urls.length; at += 20) {
    const some = await Promise.all(urls.slice(at, at + 20).map((url) => call(url, replicas.key, selectBody)));
    statuses.push(...some.map(({ status }) => status));
  }
  const served = statuses.filter((status) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(quota);
  expect(served).toBeLessThanOrEqual(quota + (await decidedAlone()));
  expect(served + statuses.filter((status) => status === 429).length).toBe(quota + 40);
});

test("Redis holds neither a name nor a key", async () => {
  await startPair(roomy);
  for (const { url } of replicas.all) await call(url, replicas.key, selectBody);
  const keys = await redis.ask("KEYS", "*");
  const names = Array.isArray(keys) ? keys.map(String) : [];
  const contents = await Promise.all(names.map((name) => redis.ask("HGETALL", name)));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !/^winnow:1:(check|[\w-]{22})$/.test(name))).toEqual([]);
  expect(JSON.stringify(contents)).not.toMatch(/acme|wnw_/);
});
