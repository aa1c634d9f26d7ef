// Counters in a Redis behind TLS, with a user that has only the necessary rights.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeAuthority } from "../http/fixtures/certificates.ts";
import { type SecuredRedis, startSecuredRedis } from "./redis.ts";
import { call, metric, type Replicas, roomy, selectBody, startReplicas } from "./replicas.ts";

/** The rights that docs/replicas.md names. */
const rights = "~winnow:* +eval +evalsha +time +hmget +hset +hincrby +pexpire +ping";

let redis: SecuredRedis;
let replicas: Replicas;
let folder: string;
let url: string;

beforeAll(async () => {
  const authority = await makeAuthority("tests");
  redis = await startSecuredRedis(await authority.issue("redis"));
  await redis.ask("ACL", "SETUSER", "winnow", "on", ">right", ...rights.split(" "));
  url = `rediss://winnow:right@localhost:${redis.tlsPort}`;
  folder = await mkdtemp(join(tmpdir(), "winnow-ca-"));
  await writeFile(join(folder, "ca.pem"), authority.cert);
});

afterEach(() => replicas.stop());

afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true });
});

/** Calls counted against the quota of the one organisation. */
async function used(): Promise<number> {
  const keys = await redis.ask("KEYS", "winnow:1:*");
  const [name] = Array.isArray(keys) ? keys.map(String).filter((key) => key !== "winnow:1:check") : [];
  return name === undefined ? 0 : Number(await redis.ask("HGET", name, "used"));
}

test("calls are counted there, and refunded", async () => {
  const env = { WINNOW_COUNTERS: url, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") };
  replicas = await startReplicas(2, { ...roomy, daily_quota: 100 }, env);
  for (const { logged } of replicas.all) await logged(({ msg }) => msg === "counters_shared");
  for (const replica of replicas.all) {
    const before = await used();
    // Again, because on a busy machine Redis may answer late.
    const countedThen = async () => {
      expect((await call(replica.url, replicas.key, selectBody)).status).toBe(200);
      return used();
    };
    await expect.poll(countedThen).toBeGreaterThan(before);
  }
  const before = await used();
  for (const { url: address } of replicas.all) expect((await call(address, replicas.key, "{")).status).toBe(400);
  await expect.poll(used).toBeLessThanOrEqual(before);
});

test("a Redis with an untrusted certificate is not used, and calls pass", async () => {
  replicas = await startReplicas(1, roomy, { WINNOW_COUNTERS: url });
  const [replica] = replicas.all;
  if (replica === undefined) throw new Error("no replica");
  const line = await replica.logged(({ msg, errorCode }) => msg === "counters_local" && errorCode !== undefined);
  expect(line).toMatchObject({ errorCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
  expect((await call(replica.url, replicas.key)).status).toBe(200);
  expect(await metric(replica, "winnow_limiter_shared")).toBe(0);
});
