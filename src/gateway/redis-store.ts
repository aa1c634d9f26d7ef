// The store of shared counters, in Redis. The caller decides what to do without an answer. Redis sees
// a digest of an organisation's name and nothing of its keys.
import { hash } from "node:crypto";
import { isIP } from "node:net";
import type { Tier } from "../config/tiers.ts";
import { roundingTokens } from "./limits.ts";
import type { CounterStore, StoredDecision } from "./shared-counters.ts";
import { redisTime, refundScript, spendScript } from "./spend-script.ts";
import { type Debt, noDebt } from "./store-ledger.ts";

/** Version of the stored layout: another layout gets another number, so old and new replicas can run side by side. */
const KEY_PREFIX = "winnow:1:";

/** Of a digest's 43 characters: 131 bits, in which organisations do not collide. */
const DIGEST_CHARACTERS = 22;

/** Longest wait for a connection, in milliseconds. */
const CONNECT_MS_MAX = 2_000;

/** A silent connection is pinged every second, and dropped if an answer is three seconds late. */
const PING_MS = 1_000;
const SILENT_MS_MAX = 3_000;

/** Between attempts to connect, in milliseconds: doubled after each failure. */
const RECONNECT_MS_MIN = 50;
const RECONNECT_MS_MAX = 1_000;

/** Most commands that wait for an answer: above the calls in flight, and little memory. */
const COMMANDS_MAX = 10_000;

/** The key of `check`; no organisation has it, since names are hashed. */
const CHECKED_KEY = `${KEY_PREFIX}check`;
const checkedLimits = { ratePerSecond: 1_000, burst: 1_000, dailyQuota: null };

/**
 * Starts to connect and does not wait. The client is loaded here, so a process that shares nothing does not load it.
 * @param url `redis[s]://[[user]:password@]host[:port][/database]`
 * @param onError receives the error of every failed connection
 */
export async function createRedisStore(url: string, onError: (error: unknown) => void): Promise<CounterStore> {
  const { createClient, defineScript } = await import("@redis/client");
  const client = createClient({
    url,
    RESP: 2,
    scripts: {
      decide: defineScript({
        SCRIPT: spendScript(redisTime),
        NUMBER_OF_KEYS: 1,
        parseCommand: (parser, key: string, words: readonly string[]) => {
          parser.pushKey(key);
          parser.push(...words);
        },
        transformReply: decisionOf,
      }),
      freeArray: defineScript({
        SCRIPT: refundScript,
        NUMBER_OF_KEYS: 1,
        parseCommand: (parser, key: string, day: string) => {
          parser.pushKey(key);
          parser.push(day);
        },
        transformReply: () => undefined,
      }),
    },
    // Without a connection a command fails at once: a queue would delay calls, and charge those that have left.
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_MAX,
    pingInterval: PING_MS,
    // Commands that a restricted user may not run.
    disableClientInfo: true,
    maintNotifications: "disabled",
    socket: {
      ...serverName(url),
      connectTimeout: CONNECT_MS_MAX,
      socketTimeout: SILENT_MS_MAX,
      reconnectStrategy: (attempts) => Math.min(RECONNECT_MS_MAX, RECONNECT_MS_MIN * 2 ** Math.min(attempts, 10)),
    },
  });
  client.on("error", onError);
  // It rejects if it is closed before it connected; `onError` has received the errors.
  client.connect().catch(() => {});

  return {
    ready: () => client.isReady,
    spend: (organisation, tier, counts, debt) => client.decide(keyOf(organisation), wordsOf(tier, counts, debt)),
    refund: async (organisation, day) => {
      await client.freeArray(keyOf(organisation), String(day));
    },
    check: async () => {
      await client.decide(CHECKED_KEY, wordsOf(checkedLimits, false, noDebt));
    },
    close: () => client.destroy(),
  };
}

/** SNI, for a server with several names; the client does not send the URL's host by itself. */
function serverName(url: string): { readonly tls?: true; readonly servername?: string } {
  const { protocol, hostname } = new URL(url);
  const address = hostname.replaceAll(/[[\]]/g, "");
  return protocol === "rediss:" && isIP(address) === 0 ? { tls: true, servername: hostname } : {};
}

function keyOf(organisation: string): string {
  return KEY_PREFIX + hash("sha256", organisation, "base64url").slice(0, DIGEST_CHARACTERS);
}

type Limits = Pick<Tier, "ratePerSecond" | "burst" | "dailyQuota">;

function wordsOf({ ratePerSecond, burst, dailyQuota }: Limits, counts: boolean, debt: Debt): readonly string[] {
  const call = [ratePerSecond, burst, dailyQuota ?? -1, counts ? 1 : 0, roundingTokens];
  return [...call, debt.calls, debt.counted].map(String);
}

/** @throws Error if the answer is not the script's, for example from another program at the address */
export function decisionOf(reply: unknown): StoredDecision {
  const [verdict, tokens, day, used] = Array.isArray(reply) ? reply.map(String) : [];
  if (verdict !== "admitted" && verdict !== "throttled" && verdict !== "quota_spent") {
    throw new Error("the store's answer is none of the script's");
  }
  return { verdict, tokens: Number(tokens), day: Number(day), used: Number(used) };
}
