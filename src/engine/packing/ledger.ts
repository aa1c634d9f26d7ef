// The books of one packing: what is kept of each record, what that costs, what is left of the budget.
// In: units a record should keep. Out: whether they fitted. All or nothing, and never more than is left by estimate.
import { uint8s } from "../../text/slab.ts";
import { countTokens } from "../../text/tokens.ts";
import type { Budget } from "../model.ts";
import type { RankedUnits } from "../rank.ts";
import { headingOf, SEPARATOR_TOKENS } from "./headings.ts";
import { isKept, type Kept, keep, nothingKept, undo } from "./kept.ts";
import { MARK_TOKENS } from "./marks.ts";
import type { PackSettings } from "./pack-settings.ts";

/** A call goes along with its result at no more than this share of the budget. */
const CALL_SHARE_MAX = 0.1;

/** A call's head of fewer tokens does not even name the tool and what it was asked. */
const CALL_TOKENS_MIN = 10;

/** What a call's head costs beside its text: a separator and the mark for the rest. */
export const CALL_EXTRA_TOKENS = SEPARATOR_TOKENS + MARK_TOKENS;

export interface Ledger {
  readonly ranked: RankedUnits;
  readonly budget: Budget;
  readonly settings: PackSettings;
  /** One per record that was looked at. */
  readonly kept: (Kept | undefined)[];
  /** 1 for each kept unit of all records. */
  readonly flags: Uint8Array;
  /** Tokens set aside for the heads of calls whose results are chosen, by the call's record. */
  readonly reserved: Map<number, number>;
  /** Records whose heading is paid for, or which turned out to need none. */
  readonly headed: Set<number>;
  /** Records with a unit kept or with tokens set aside. */
  selected: number;
  left: number;
  /** Something was decided as it was because the budget is no larger. */
  isBounded: boolean;
}

export function openLedger(ranked: RankedUnits, budget: Budget, settings: PackSettings): Ledger {
  return {
    ranked,
    budget,
    settings,
    // With room for all: an array that is filled here and there becomes a table, and slow.
    kept: new Array<Kept | undefined>(ranked.records.length),
    flags: uint8s(ranked.table.count),
    reserved: new Map(),
    headed: new Set(),
    selected: 0,
    left: budget.maxTokens,
    isBounded: false,
  };
}

/** Are there so many tokens left? All that asks what is left asks here. */
export function isLeft(ledger: Ledger, tokens: number): boolean {
  if (tokens <= ledger.left) return true;
  ledger.isBounded = true;
  return false;
}

/** The less of some tokens and a share of the budget. All that depends on the budget's size asks here. */
export function upToShare(ledger: Ledger, tokens: number, share: number): number {
  const most = share * ledger.budget.maxTokens;
  if (tokens <= most) return tokens;
  ledger.isBounded = true;
  return most;
}

/** What is kept of record `owner` so far. */
export function keptOf({ ranked, kept, flags }: Ledger, owner: number): Kept {
  const { tokens, firsts } = ranked.table;
  const found = kept[owner] ?? nothingKept(tokens, flags, firsts[owner] ?? 0, firsts[owner + 1] ?? 0);
  kept[owner] = found;
  return found;
}

/** May one more record be selected? Those with tokens set aside are counted already. */
export function hasRoomFor({ budget, reserved, selected }: Ledger, owner: number): boolean {
  return budget.maxRecords === null || selected < budget.maxRecords || reserved.has(owner);
}

/**
 * Keeps `units` of a record when what they add fits; all or nothing.
 * @param units none of which is kept yet, each once
 */
export function admit(ledger: Ledger, owner: number, units: readonly number[]): boolean {
  const kept = keptOf(ledger, owner);
  const isFirst = kept.count === 0;
  if (isFirst && !hasRoomFor(ledger, owner)) return false;
  const promised = isFirst ? ledger.reserved.get(owner) : undefined;
  const { spent } = kept;
  for (const unit of units) keep(kept, unit);
  const heading = headingTokens(ledger, owner, kept);
  const cost = kept.spent - spent + (isFirst ? SEPARATOR_TOKENS : 0) + (heading ?? 0);
  if (!isLeft(ledger, cost - (promised ?? 0))) {
    undo(kept, units, spent);
    return false;
  }
  ledger.left += (promised ?? 0) - cost;
  if (promised !== undefined) ledger.reserved.delete(owner);
  if (heading !== null) ledger.headed.add(owner);
  if (isFirst && promised === undefined) ledger.selected++;
  if (isFirst) reserveCall(ledger, owner);
  return true;
}

/** A heading is paid for once: when a record is cut at its start, or grows to the size that earns one. Null before. */
function headingTokens({ ranked, settings, headed }: Ledger, owner: number, kept: Kept): number | null {
  const record = ranked.records[owner];
  if (record === undefined || headed.has(owner)) return null;
  const isFromStart = isKept(kept, 0);
  if (isFromStart && kept.spent < settings.headingTokensMin) return null;
  return countTokens(headingOf(record, isFromStart ? record.source.text : ""));
}

/** Sets tokens aside for the call that a newly chosen result answers, where the budget has them. */
function reserveCall(ledger: Ledger, result: number): void {
  const { ranked, reserved, settings } = ledger;
  const call = ranked.calls[result] ?? -1;
  // Of place -1 an array is asked by name: that took 4 % of a further rung of many small records.
  const record = call === -1 ? undefined : ranked.records[call];
  if (record === undefined || settings.callTokensMax === 0) return;
  if (reserved.has(call) || (ledger.kept[call]?.count ?? 0) > 0 || !hasRoomFor(ledger, call)) return;
  const head = upToShare(ledger, settings.callTokensMax, CALL_SHARE_MAX);
  const most = Math.floor(Math.max(Math.min(settings.callTokensMax, CALL_TOKENS_MIN), head));
  const tokens = Math.min(record.scan.total, most) + CALL_EXTRA_TOKENS;
  if (!isLeft(ledger, tokens)) return;
  reserved.set(call, tokens);
  ledger.left -= tokens;
  ledger.selected++;
}
