// How many calls one replica admits if a real Redis takes about as long to answer as the replica waits.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DelayingProxy, startDelayingProxy } from "./delaying-proxy.ts";
import { type Redis, startRedis } from "./redis.ts";
import { load, metric, type Replicas, roomy, startReplicas } from "./replicas.ts";

const [RATE, BURST, MS] = [200, 20, 3_000];

let redis: Redis;
let proxy: DelayingProxy;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startDelayingProxy(redis.port);
  const tier = { ...roomy, rate_per_second: RATE, burst: BURST };
  replicas = await startReplicas(1, tier, { WINNOW_COUNTERS: `redis://127.0.0.1:${proxy.port}` });
});

afterAll(async () => {
  await replicas.stop();
  proxy.stop();
  await redis.stop();
});

test.each([0, 14, 17, 18, 19, 20, 22, 40])(
  "admits no more than the rate when Redis answers after %i ms",
  async (delay) => {
    proxy.delay(delay);
    const beganMs = performance.now();
    const answers = await load(replicas, 16, () => performance.now() - beganMs > MS);
    const allowed = BURST + RATE * ((performance.now() - beganMs) / 1000);
    const admitted = answers.filter(({ status }) => status === 200).length;
    expect(answers.length).toBeGreaterThan(1.5 * allowed);
    expect(admitted / allowed).toBeLessThanOrEqual(1.05);
  },
);

test("decided some calls alone, because some answers were late", async () => {
  const [replica] = replicas.all;
  if (replica === undefined) throw new Error("no replica");
  const alone = await metric(replica, "winnow_limiter_local_decisions_total");
  const late = await metric(replica, "winnow_limiter_store_failures_total");
  expect([alone, late].map((count) => count > 0)).toEqual([true, true]);
});
