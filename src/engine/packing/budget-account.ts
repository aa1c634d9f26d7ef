// The account of one packing: what is kept of each record, what that costs, what is left of the budget.
// In: units that a record should keep. Out: whether they fitted: all or none, and never more than is left by estimate.
import { uint8s } from "../../text/slab.ts";
import { countTokens } from "../../text/tokens.ts";
import type { Budget } from "../model.ts";
import type { RankedUnits } from "../rank.ts";
import { headingOf, SEPARATOR_TOKENS } from "./headings.ts";
import { MARK_TOKENS } from "./marks.ts";
import type { PackSettings } from "./pack-settings.ts";
import { repeatsCall } from "./unit-table.ts";

/** A call goes along with its result at no more than this share of the budget. */
const CALL_SHARE_MAX = 0.1;

/** A call's head of fewer tokens does not even name the tool and what it was asked. */
const CALL_TOKENS_MIN = 10;

/** A call of up to this many times the limit goes whole: half of its arguments is broken JSON. */
const WHOLE_CALL_FACTOR = 2;

/** A mark must save at least what it costs: a shorter gap is sent as it stands. */
const CLOSED_TOKENS_MAX = 2 * MARK_TOKENS;

/** What a call's head costs beside its text: a separator and the mark for the rest. */
export const CALL_EXTRA_TOKENS = SEPARATOR_TOKENS + MARK_TOKENS;

export interface BudgetAccount {
  readonly ranked: RankedUnits;
  readonly budget: Budget;
  readonly settings: PackSettings;
  /** One per record that was looked at. */
  readonly kept: (Kept | undefined)[];
  /** 1 for each kept unit of all records. */
  readonly flags: Uint8Array;
  /** Tokens set aside for the heads of calls whose results are chosen, by the call's record. */
  readonly reserved: Map<number, number>;
  /** Runs whose heading is paid for, or which need none. */
  readonly headed: Set<number>;
  /** Records with a unit kept or with tokens set aside. */
  selected: number;
  left: number;
  /** Something was decided as it was because the budget is no larger. */
  isBounded: boolean;
}

export function openAccount(ranked: RankedUnits, budget: Budget, settings: PackSettings): BudgetAccount {
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
export function canAfford(account: BudgetAccount, tokens: number): boolean {
  if (tokens <= account.left) return true;
  account.isBounded = true;
  return false;
}

/** The less of some tokens and a share of the budget. All that depends on the budget's size asks here. */
export function upToShare(account: BudgetAccount, tokens: number, share: number): number {
  const most = share * account.budget.maxTokens;
  if (tokens <= most) return tokens;
  account.isBounded = true;
  return most;
}

/** What is kept of record `owner` so far. */
export function keptOf({ ranked, kept, flags }: BudgetAccount, owner: number): Kept {
  const { tokens, firsts } = ranked.table;
  const found = kept[owner] ?? nothingKept(tokens, flags, firsts[owner] ?? 0, firsts[owner + 1] ?? 0);
  kept[owner] = found;
  return found;
}

/** May one more record be selected? Those with tokens set aside are counted already. */
export function hasRoomFor({ budget, reserved, selected }: BudgetAccount, owner: number): boolean {
  return budget.maxRecords === null || selected < budget.maxRecords || reserved.has(owner);
}

/**
 * Keeps `units` of a record when what they add fits; all or nothing.
 * @param units none of which is kept yet, each once
 */
export function admit(account: BudgetAccount, owner: number, units: readonly number[]): boolean {
  const kept = keptOf(account, owner);
  const isFirst = kept.count === 0;
  if (isFirst && !hasRoomFor(account, owner)) return false;
  const promised = isFirst ? account.reserved.get(owner) : undefined;
  const { spent } = kept;
  for (const unit of units) keep(kept, unit);
  const heading = headingTokens(account, owner, kept);
  const cost = kept.spent - spent + (isFirst ? SEPARATOR_TOKENS : 0) + (heading ?? 0);
  if (!canAfford(account, cost - (promised ?? 0))) {
    undo(kept, units, spent);
    return false;
  }
  account.left += (promised ?? 0) - cost;
  if (promised !== undefined) account.reserved.delete(owner);
  if (heading !== null) account.headed.add(account.ranked.records[owner]?.run ?? -1);
  if (isFirst && promised === undefined) account.selected++;
  if (isFirst) reserveCall(account, owner);
  return true;
}

/** A heading is paid for once: when a record is cut at its start, or grows to the size that earns one. Null before. */
function headingTokens({ ranked, headed }: BudgetAccount, owner: number, kept: Kept): number | null {
  const record = ranked.records[owner];
  if (record === undefined || headed.has(record.run)) return null;
  const isFromStart = isKept(kept, 0);
  return countTokens(headingOf(record, isFromStart ? record.source.text : ""));
}

/** Sets tokens aside for the call that a newly chosen result answers, where the budget has them. */
function reserveCall(account: BudgetAccount, result: number): void {
  const { ranked, reserved, settings } = account;
  const call = ranked.calls[result] ?? -1;
  // Of place -1 an array is asked by name: that took 4 % of a further rung of many small records.
  const record = call === -1 ? undefined : ranked.records[call];
  if (record === undefined || settings.callTokensMax === 0) return;
  if (reserved.has(call) || (account.kept[call]?.count ?? 0) > 0 || !hasRoomFor(account, call)) return;
  const answer = ranked.records[result];
  if (answer !== undefined && isKept(keptOf(account, result), 0) && repeatsCall(answer, record)) return;
  const head = upToShare(account, settings.callTokensMax, CALL_SHARE_MAX);
  const most = Math.floor(Math.max(Math.min(settings.callTokensMax, CALL_TOKENS_MIN), head));
  const isWhole = record.scan.total <= WHOLE_CALL_FACTOR * most;
  const tokens = (isWhole ? record.scan.total : most) + CALL_EXTRA_TOKENS;
  if (!canAfford(account, tokens)) return;
  reserved.set(call, tokens);
  account.left -= tokens;
  account.selected++;
}

/** All records' units lie in the same arrays: views of its own for each of thousands were a third of packing them. */
export interface Kept {
  /** Tokens of each unit of all records. */
  readonly tokens: Int32Array;
  /** 1 for each kept unit of all records. */
  readonly flags: Uint8Array;
  /** The record's units are those from `first` up to `end`. */
  readonly first: number;
  readonly end: number;
  count: number;
  /** Tokens of the kept units and of the gaps between and around them: each its mark or, if that is short, its text. */
  spent: number;
}

export function nothingKept(tokens: Int32Array, flags: Uint8Array, first: number, end: number): Kept {
  return { tokens, flags, first, end, count: 0, spent: 0 };
}

/** Of the many records of one unit. */
const ONLY_UNIT: readonly number[] = [0];

/** The indices of all units of the record. */
export function everyUnit({ first, end }: Kept): readonly number[] {
  if (end - first === 1) return ONLY_UNIT;
  const units: number[] = [];
  for (let unit = 0; unit < end - first; unit++) units.push(unit);
  return units;
}

export function isKept({ flags, first }: Kept, unit: number): boolean {
  return flags[first + unit] === 1;
}

/** The last kept unit, or -1. */
export function lastKept({ flags, first, end }: Kept): number {
  let at = end - 1;
  while (at >= first && flags[at] === 0) at--;
  return at - first;
}

export function tokensOf({ tokens, first }: Kept, unit: number): number {
  return tokens[first + unit] ?? 0;
}

/** Keeps one more unit, which is not kept yet. */
export function keep(kept: Kept, unit: number): void {
  const before = gapTokens(kept, unit - 1, -1);
  const after = gapTokens(kept, unit + 1, 1);
  const own = tokensOf(kept, unit);
  const gap = gapText(kept, unit - 1, -1) + Math.max(1, own) + gapText(kept, unit + 1, 1);
  const closed = kept.count === 0 ? 0 : costOf(gap);
  kept.flags[kept.first + unit] = 1;
  kept.count++;
  kept.spent += own + before + after - closed;
}

/** Takes back units that were kept after the record stood at `spent`. */
export function undo(kept: Kept, units: readonly number[], spent: number): void {
  for (const unit of units) kept.flags[kept.first + unit] = 0;
  kept.count -= units.length;
  kept.spent = spent;
}

/** Cost of the gap that starts at `from` and runs to the next kept unit or the record's edge. Reads few units. */
function gapTokens(kept: Kept, from: number, step: 1 | -1): number {
  return costOf(gapText(kept, from, step));
}

/** Tokens of that gap's text; of a long gap more than any that is kept. */
function gapText({ flags, tokens, first, end }: Kept, from: number, step: 1 | -1): number {
  let cost = 0;
  for (let at = first + from; at >= first && at < end && flags[at] === 0 && cost <= CLOSED_TOKENS_MAX; at += step) {
    cost += Math.max(1, tokens[at] ?? 0);
  }
  return cost;
}

function costOf(gap: number): number {
  return gap <= CLOSED_TOKENS_MAX ? gap : MARK_TOKENS;
}

/** The kept units, ascending, with the gaps closed that are hardly longer than their mark. */
export function keptUnits(kept: Kept): readonly number[] {
  const { flags, tokens, first, end } = kept;
  if (kept.count === end - first) return everyUnit(kept);
  const units: number[] = [];
  let gapStart = first;
  for (let at = first; at <= end; at++) {
    if (at < end && flags[at] === 0) continue;
    let cost = 0;
    for (let gap = gapStart; gap < at && cost <= CLOSED_TOKENS_MAX; gap++) cost += Math.max(1, tokens[gap] ?? 0);
    if (cost <= CLOSED_TOKENS_MAX) for (let gap = gapStart; gap < at; gap++) units.push(gap - first);
    if (at < end) units.push(at - first);
    gapStart = at + 1;
  }
  return units;
}
