// The running bill of a conversation by a provider's cache rules, together with the bill of the untrimmed conversation.
// Each step pays the read price for messages that it shares with the previous step, and the write price for the others.
import type { Prices } from "./prices.ts";

/** One message as the provider receives it. */
export interface BilledMessage {
  /** Equal for equal messages. */
  readonly text: string;
  readonly tokens: number;
}

export interface Bill {
  /** Prompt tokens over all steps. */
  readonly tokens: number;
  /** Prompt tokens that were read from the cache. */
  readonly cached: number;
  /** In US dollars. */
  readonly cost: number;
}

export const emptyBill: Bill = { tokens: 0, cached: 0, cost: 0 };

const MILLION = 1_000_000;

/** The bill after one more step. */
export function billed(
  bill: Bill,
  before: readonly BilledMessage[],
  now: readonly BilledMessage[],
  prices: Prices,
): Bill {
  const firstChanged = now.findIndex((message, index) => message.text !== before[index]?.text);
  const shared = sum(firstChanged < 0 ? now : now.slice(0, firstChanged));
  const tokens = sum(now);
  const cached = shared < prices.cacheMinTokens ? 0 : shared;
  const writePrice = tokens < prices.cacheMinTokens ? prices.input : prices.cacheWrite;
  const cost = (cached * prices.cacheRead + (tokens - cached) * writePrice) / MILLION;
  return { tokens: bill.tokens + tokens, cached: bill.cached + cached, cost: bill.cost + cost };
}

/** A line for people: what a session saved, or that it costs more than it saves. */
export function savingText(sent: Bill, untrimmed: Bill): string {
  const saved = untrimmed.cost - sent.cost;
  const share = untrimmed.cost === 0 ? 0 : (100 * saved) / untrimmed.cost;
  const outOf = `of $${untrimmed.cost.toFixed(4)} for prompts, net of cache prices and expansions`;
  if (saved < 0) return `costs $${(-saved).toFixed(4)} more than it saves, ${outOf}`;
  return `saved $${saved.toFixed(4)} (${share.toFixed(1)} %) ${outOf}`;
}

function sum(messages: readonly BilledMessage[]): number {
  return messages.reduce((total, { tokens }) => total + tokens, 0);
}
