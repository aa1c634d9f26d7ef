// The cost of the prompts of many requests with and without selection, net of the provider's prompt cache. In: a price
// table and the prompts in log order. Out: US dollars. The beginning that a prompt shares with an earlier one comes
// from the cache, without a time limit. That favours the untrimmed prompts of a growing conversation, because selection
// changes their beginnings. Each side pays the lower bill, with or without the cache, as a caller would.
import { hash } from "node:crypto";
import { type PricePreset, pricePresets } from "winnow-client";
import { type Fields, isFields } from "../protocols/json/fields.ts";

export type PriceTable = Readonly<Record<string, PricePreset>>;

/** A part of a prompt. Shared beginnings are found part by part. */
export interface PromptPart {
  readonly text: string;
  readonly tokens: number;
}

export interface MoneyRow {
  /** The name of the prices in their table. */
  readonly prices: string;
  readonly preset: PricePreset;
  /** In US dollars, over all requests. */
  readonly untrimmed: number;
  readonly sent: number;
}

interface Bill {
  plain: number;
  cached: number;
}

export function createBilling(table: PriceTable): {
  readonly add: (untrimmed: readonly PromptPart[], sent: readonly PromptPart[]) => void;
  readonly rows: () => readonly MoneyRow[];
} {
  const bills = Object.entries(table).map(([prices, preset]) => {
    const untrimmed: Bill = { plain: 0, cached: 0 };
    const sent: Bill = { plain: 0, cached: 0 };
    return { prices, preset, untrimmed, sent };
  });
  const [untrimmedShared, sentShared] = [createPrefixes(), createPrefixes()];
  return {
    add: (untrimmed, sent) => {
      const [whole, trimmed] = [usageOf(untrimmed, untrimmedShared), usageOf(sent, sentShared)];
      for (const bill of bills) {
        charge(bill.untrimmed, whole, bill.preset);
        charge(bill.sent, trimmed, bill.preset);
      }
    },
    rows: () =>
      bills.map(({ prices, preset, untrimmed, sent }) => {
        return { prices, preset, untrimmed: cheaper(untrimmed), sent: cheaper(sent) };
      }),
  };
}

interface Usage {
  readonly tokens: number;
  readonly shared: number;
}

function usageOf(parts: readonly PromptPart[], sharedTokens: (parts: readonly PromptPart[]) => number): Usage {
  return { tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0), shared: sharedTokens(parts) };
}

const MILLION = 1_000_000;

function charge(bill: Bill, { tokens, shared }: Usage, prices: PricePreset): void {
  const { input, cacheWrite, cacheRead, cacheMinTokens } = prices;
  const read = shared < cacheMinTokens ? 0 : shared;
  const rest = tokens < cacheMinTokens ? input : cacheWrite;
  bill.plain += (tokens * input) / MILLION;
  bill.cached += (read * cacheRead + (tokens - read) * rest) / MILLION;
}

function cheaper({ plain, cached }: Bill): number {
  return Math.min(plain, cached);
}

/** Most beginnings to remember; the least recent is forgotten first. About 100 bytes each. */
const PREFIXES_MAX = 500_000;

/** @returns the tokens that a prompt shares with the beginning of any earlier one */
function createPrefixes(): (parts: readonly PromptPart[]) => number {
  const seen = new Set<string>();
  return (parts) => {
    let shared = 0;
    let isShared = true;
    let key = "";
    for (const { text, tokens } of parts) {
      key = hash("sha1", `${key}\n${text}`, "base64");
      const known = seen.delete(key);
      isShared &&= known;
      if (isShared) shared += tokens;
      seen.add(key);
      if (seen.size > PREFIXES_MAX) seen.delete(seen.values().next().value ?? "");
    }
    return shared;
  };
}

/** For people: what selection saves, or that it costs more than it saves. */
export function savingText({ untrimmed, sent }: Pick<MoneyRow, "untrimmed" | "sent">): string {
  const saved = untrimmed - sent;
  if (saved < 0) return `costs ${dollars(-saved)} more than it saves`;
  const share = untrimmed === 0 ? 0 : (100 * saved) / untrimmed;
  return `${dollars(saved)} (${share.toFixed(1)} %)`;
}

/** Shows cents if they matter. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

/**
 * @param text JSON: an object of prices by name, each as in `presets`
 * @throws Error whose message continues the name of a file
 */
export function priceTable(text: string): PriceTable {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error("is not valid JSON");
  }
  if (!isFields(parsed) || Object.keys(parsed).length === 0) throw new Error("must be an object of prices by name");
  return Object.fromEntries(Object.entries(parsed).map(([name, prices]) => [name, presetFrom(name, prices)]));
}

function presetFrom(name: string, value: unknown): PricePreset {
  const fields = isFields(value) ? value : {};
  const amount = (field: string): number => {
    const given = fields[field];
    if (typeof given !== "number" || !(given >= 0)) throw new Error(`${name}.${field} must be a number from 0`);
    return given;
  };
  return {
    model: textOf(fields, "model"),
    date: textOf(fields, "date"),
    source: textOf(fields, "source"),
    input: amount("input"),
    cacheWrite: amount("cacheWrite"),
    cacheRead: amount("cacheRead"),
    cacheMinTokens: amount("cacheMinTokens"),
  };
}

function textOf(fields: Fields, name: string): string {
  const text = fields[name];
  return typeof text === "string" ? text : "";
}

/** List prices of one model each. `docs/examples/prices.json` holds the same prices for editing. */
export const presets: PriceTable = pricePresets;
