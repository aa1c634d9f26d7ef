// The account of one packing: the kept units of each record, their cost, and the remaining budget.
// In: units that a record should keep. Out: whether it kept all of them or none. By estimate, it never overspends.
import { uint8s } from "../../text/arrays.ts";
import { countTokens } from "../../text/tokens.ts";
import type { Budget } from "../model.ts";
import type { PackSettings, RankedUnits } from "../rank.ts";
import { headingOf, SEPARATOR_TOKENS } from "./headings.ts";
import { MARK_TOKENS } from "./pieces.ts";
import { repeatsCall } from "./unit-table.ts";

/** A call that is sent with its result may take at most this share of the budget. */
const CALL_SHARE_MAX = 0.1;

/** A shorter beginning of a call would not even name the tool and its main argument. */
const CALL_TOKENS_MIN = 10;

/** A call of up to this many times the limit is sent whole: truncated arguments are broken JSON. */
const WHOLE_CALL_FACTOR = 2;

/** A mark must save at least its own cost. A shorter gap is sent as text instead. */
const CLOSED_TOKENS_MAX = 2 * MARK_TOKENS;

/** The cost of a call's beginning in addition to its text: a separator and the mark for the rest. */
export const CALL_EXTRA_TOKENS = SEPARATOR_TOKENS + MARK_TOKENS;

export interface BudgetAccount {
  readonly ranked: RankedUnits;
  readonly budget: Budget;
  readonly settings: PackSettings;
  /** One entry for each record that was considered. */
  readonly kept: (Kept | undefined)[];
  /** 1 for each kept unit of all records. */
  readonly flags: Uint8Array;
  /** Tokens reserved for the beginnings of calls whose results are chosen, by the call's record index. */
  readonly reserved: Map<number, number>;
  /** Runs whose heading is paid for or not needed. */
  readonly headed: Set<number>;
  /** Number of records with a kept unit or with reserved tokens. */
  selected: number;
  left: number;
  /** True if a larger budget might have changed a decision. */
  isBounded: boolean;
}

export function openAccount(ranked: RankedUnits, budget: Budget, settings: PackSettings): BudgetAccount {
  return {
    ranked,
    budget,
    settings,
    // Preallocated: an array that is filled sparsely turns into a slow hash table.
    kept: new Array<Kept | undefined>(ranked.records.length),
    flags: uint8s(ranked.table.count),
    reserved: new Map(),
    headed: new Set(),
    selected: 0,
    left: budget.maxContextTokens,
    isBounded: false,
  };
}

/**
 * Are this many tokens left? Every check of the remaining budget goes through here, to set `isBounded`. Cutting reads
 * `left` itself: it only cuts a unit that this function has refused.
 */
export function canAfford(account: BudgetAccount, tokens: number): boolean {
  if (tokens <= account.left) return true;
  account.isBounded = true;
  return false;
}

/** The smaller of `tokens` and a share of the budget. Limits that depend on the budget's size go through here. */
export function upToShare(account: BudgetAccount, tokens: number, share: number): number {
  const most = share * account.budget.maxContextTokens;
  if (tokens <= most) return tokens;
  account.isBounded = true;
  return most;
}

/** The kept units of record `owner` so far. */
export function keptOf({ ranked, kept, flags }: BudgetAccount, owner: number): Kept {
  const { tokens, firsts } = ranked.table;
  const found = kept[owner] ?? nothingKept(tokens, flags, firsts[owner] ?? 0, firsts[owner + 1] ?? 0);
  kept[owner] = found;
  return found;
}

/** May record `owner` be selected? Records with reserved tokens are already counted. */
export function hasRoomFor({ budget, reserved, selected }: BudgetAccount, owner: number): boolean {
  return budget.maxRecords === null || selected < budget.maxRecords || reserved.has(owner);
}

/**
 * Keeps all `units` of a record if their added cost fits, else none of them.
 * @param units distinct units that are not kept yet
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

/** Tokens of the record's heading. Null if its run already has one: a heading is paid for once. */
function headingTokens({ ranked, headed }: BudgetAccount, owner: number, kept: Kept): number | null {
  const record = ranked.records[owner];
  if (record === undefined || headed.has(record.run)) return null;
  const isFromStart = isKept(kept, 0);
  return countTokens(headingOf(record, isFromStart ? record.source.text : ""));
}

/** Reserves tokens for the call that a newly chosen result answers, if the budget allows. */
function reserveCall(account: BudgetAccount, result: number): void {
  const { ranked, reserved, settings } = account;
  const call = ranked.calls[result] ?? -1;
  // Reading index -1 looks up a property by name: that took 4 % of a further rung with many small records.
  const record = call === -1 ? undefined : ranked.records[call];
  if (record === undefined || settings.callTokensMax === 0) return;
  if (reserved.has(call) || (account.kept[call]?.count ?? 0) > 0 || !hasRoomFor(account, call)) return;
  const answer = ranked.records[result];
  if (answer !== undefined && isKept(keptOf(account, result), 0) && repeatsCall(answer, record)) return;
  const share = upToShare(account, settings.callTokensMax, CALL_SHARE_MAX);
  const most = Math.floor(Math.max(Math.min(settings.callTokensMax, CALL_TOKENS_MIN), share));
  const isWhole = record.scan.total <= WHOLE_CALL_FACTOR * most;
  const tokens = (isWhole ? record.scan.total : most) + CALL_EXTRA_TOKENS;
  if (!canAfford(account, tokens)) return;
  reserved.set(call, tokens);
  account.left -= tokens;
  account.selected++;
}

/** All records share the same arrays: separate views for thousands of records took a third of the packing time. */
export interface Kept {
  /** Tokens of each unit of all records. */
  readonly tokens: Int32Array;
  /** 1 for each kept unit of all records. */
  readonly flags: Uint8Array;
  /** The record's units are those from `first` up to `end`. */
  readonly first: number;
  readonly end: number;
  count: number;
  /** Tokens of the kept units and of all gaps. A gap costs its mark or, if it is short, its text. */
  spent: number;
}

export function nothingKept(tokens: Int32Array, flags: Uint8Array, first: number, end: number): Kept {
  return { tokens, flags, first, end, count: 0, spent: 0 };
}

/** Shared by the many records that have a single unit. */
const ONLY_UNIT: readonly number[] = [0];

/** Indices of all units of the record. */
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

/** Keeps one more unit. It must not be kept yet. */
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

/** Undoes keeping `units`. `spent` is the record's cost before they were kept. */
export function undo(kept: Kept, units: readonly number[], spent: number): void {
  for (const unit of units) kept.flags[kept.first + unit] = 0;
  kept.count -= units.length;
  kept.spent = spent;
}

/** Cost of the gap from `from` to the next kept unit or the record's edge. Reads few units. */
function gapTokens(kept: Kept, from: number, step: 1 | -1): number {
  return costOf(gapText(kept, from, step));
}

/** Tokens of that gap's text. In a long gap, the count stops above CLOSED_TOKENS_MAX. */
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

/** The kept units, ascending, plus the units of gaps that are too short for a mark. */
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
