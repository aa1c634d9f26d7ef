// The store of shared counters, in Redis. Callers decide what to do without an answer. Redis sees a digest of each
// organisation's name, and nothing of its keys. Each organisation has a hash: `tokens` at the time `at`, and `used` on
// `day`. Two scripts update it atomically for all replicas, by the arithmetic of `counters.ts`; a test compares the
// two.
import { hash } from "node:crypto";
import { isIP } from "node:net";
import type { Tier } from "../config/tiers.ts";
import { type CounterStore, DAY_MS, type Debt, roundingTokens, type StoredDecision } from "./counters.ts";
import { noDebt } from "./store-ledger.ts";

/** Version of the stored layout: another layout gets another number, so old and new replicas can run side by side. */
const KEY_PREFIX = "winnow:1:";

/** Characters kept of a digest's 43: 131 bits, so that organisations do not collide. */
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
 * Starts to connect and does not wait. The client is loaded here, so that a process without shared counters does not
 * load it.
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
      refund: defineScript({
        SCRIPT: refundScript,
        NUMBER_OF_KEYS: 1,
        parseCommand: (parser, key: string, day: string) => {
          parser.pushKey(key);
          parser.push(day);
        },
        transformReply: () => undefined,
      }),
    },
    // Without a connection a command fails at once, because a queue would delay calls and charge callers that have
    // left.
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
  // It rejects if it is closed before it has connected; `onError` has received the errors.
  client.connect().catch(() => {});

  return {
    ready: () => client.isReady,
    spend: (organisation, tier, counts, debt) => client.decide(keyOf(organisation), wordsOf(tier, counts, debt)),
    refund: async (organisation, day) => {
      await client.refund(keyOf(organisation), String(day));
    },
    check: async () => {
      await client.decide(CHECKED_KEY, wordsOf(checkedLimits, false, noDebt));
    },
    close: () => client.destroy(),
  };
}

/** SNI, for a server with several names, because the client does not send the URL's host by itself. */
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

/** @throws Error if the answer is not the script's, for example if another program listens at the address */
export function decisionOf(reply: unknown): StoredDecision {
  const [outcome, tokens, day, used] = Array.isArray(reply) ? reply.map(String) : [];
  if (outcome !== "admitted" && outcome !== "throttled" && outcome !== "quota_spent") {
    throw new Error("the store returned an answer that the script never gives");
  }
  return { outcome, tokens: Number(tokens), day: Number(day), used: Number(used) };
}

/** The clock of Redis, so that replicas with different clocks agree on the time and the day. */
const redisTime = "local time = redis.call('TIME') local now = time[1] * 1000 + time[2] / 1000";

/** How long a hash outlives its last call: the quota's day and the one after, in milliseconds. */
const KEPT_MS_MIN = 2 * DAY_MS;

/** The same if a bucket takes longer than that to fill. An expired hash is a full bucket. */
const KEPT_MS_MAX = 366 * DAY_MS;

/**
 * KEYS: the organisation's hash. ARGV: calls a second; burst; daily quota (-1 for none); 1 if the call counts against
 * it; the rounding of `counters.ts`; and the calls that a replica granted by itself, all of them and those that count.
 * Returns the outcome, the tokens left, the day, and the calls counted on it. A refused call writes nothing unless
 * there are such calls, so a flood of refusals costs a replicated store no traffic. The time since the last admitted
 * call counts at the current rate, even if the tier has changed meanwhile.
 * @param timeSource sets `now`, in milliseconds since 1970
 */
export function spendScript(timeSource: string): string {
  return `
${timeSource}
local rate, burst, quota = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local counts, rounding = ARGV[4] == '1', tonumber(ARGV[5])
local owed, owedCounted = tonumber(ARGV[6]), tonumber(ARGV[7])
local today = math.floor(now / ${DAY_MS})
local state = redis.call('HMGET', KEYS[1], 'tokens', 'at', 'day', 'used')
local tokens, at = tonumber(state[1]) or burst, tonumber(state[2]) or now
local day, used = tonumber(state[3]) or today, tonumber(state[4]) or 0
tokens = math.min(burst, tokens + math.max(0, now - at) * rate / 1000)
if today ~= day and today ~= day - 1 then day, used = today, 0 end
tokens = math.max(0, math.min(burst, tokens - owed))
used = math.max(0, used + owedCounted)
local outcome = 'admitted'
if 1 - rounding - tokens > 0 then outcome = 'throttled'
elseif counts and quota >= 0 and used >= quota then outcome = 'quota_spent'
else
  tokens = math.max(0, tokens - 1)
  if counts then used = used + 1 end
end
if outcome == 'admitted' or owed ~= 0 or owedCounted ~= 0 then
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%.17g', now),
    'day', day, 'used', used)
  redis.call('PEXPIRE', KEYS[1],
    math.ceil(math.min(${KEPT_MS_MAX}, math.max(${KEPT_MS_MIN}, burst * 1000 / rate))))
end
return { outcome, string.format('%.17g', tokens), day, used }`;
}

/** KEYS: the organisation's hash. ARGV: the day on which the call was counted. */
export const refundScript = `
local state = redis.call('HMGET', KEYS[1], 'day', 'used')
if state[1] == ARGV[1] and tonumber(state[2]) > 0 then redis.call('HINCRBY', KEYS[1], 'used', -1) end
return 0`;
