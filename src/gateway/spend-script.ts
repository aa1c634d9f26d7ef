// The arithmetic of `limits.ts` as a Redis script: atomic, and shared by all replicas. A test holds the two to the same
// decisions. Each organisation has a hash: `tokens` at the moment `at`, `used` on `day`.
import { DAY_MS } from "./limits.ts";

/** The clock of Redis, so that replicas whose clocks differ agree on the time and the day. */
export const redisTime = "local time = redis.call('TIME') local now = time[1] * 1000 + time[2] / 1000";

/** How long a hash outlives its last call: the quota's day and the one after, in milliseconds. */
const KEPT_MS_MIN = 2 * DAY_MS;

/** The same if a bucket takes longer than that to fill. An expired hash is a full bucket. */
const KEPT_MS_MAX = 366 * DAY_MS;

/**
 * KEYS: the organisation's hash. ARGV: calls a second, burst, daily quota (-1 for none), 1 if the call counts against
 * it, the rounding of `limits.ts`, and the calls that a replica granted by itself: all of them, and those that count.
 * Answers the verdict, the tokens left, the day, and the calls counted on it.
 * A refused call writes nothing unless there are such calls: a flood of refusals costs a replicated store no traffic.
 * The time since the last admitted call counts at the current rate, even if the tier has changed meanwhile.
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
local verdict = 'admitted'
if 1 - rounding - tokens > 0 then verdict = 'throttled'
elseif counts and quota >= 0 and used >= quota then verdict = 'quota_spent'
else
  tokens = math.max(0, tokens - 1)
  if counts then used = used + 1 end
end
if verdict == 'admitted' or owed ~= 0 or owedCounted ~= 0 then
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%.17g', now),
    'day', day, 'used', used)
  redis.call('PEXPIRE', KEYS[1],
    math.ceil(math.min(${KEPT_MS_MAX}, math.max(${KEPT_MS_MIN}, burst * 1000 / rate))))
end
return { verdict, string.format('%.17g', tokens), day, used }`;
}

/** KEYS: the organisation's hash. ARGV: the day on which the call was counted. */
export const refundScript = `
local state = redis.call('HMGET', KEYS[1], 'day', 'used')
if state[1] == ARGV[1] and tonumber(state[2]) > 0 then redis.call('HINCRBY', KEYS[1], 'used', -1) end
return 0`;
