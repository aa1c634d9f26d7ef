// In: ranked units and a budget. Out: which units of which records to send, in arrival order.
// Greedy: takes the best unit that still fits, whatever its record. Costs are estimates here, with marks, separators
// and headings; fit.ts holds the exact count to the budget.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Budget, PackedRecord, ScoredRecord } from "./model.ts";
import {
  admit,
  type BudgetAccount,
  CALL_EXTRA_TOKENS,
  canAfford,
  everyUnit,
  isKept,
  type Kept,
  keptOf,
  keptUnits,
  lastKept,
  openAccount,
  tokensOf,
  upToShare,
} from "./packing/budget-account.ts";
import { beginningOf, type Cut, cutToFit } from "./packing/cut.ts";
import { MARK_TOKENS } from "./packing/marks.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import { CALL_REASON } from "./packing/unit-table.ts";
import type { RankedUnits } from "./rank.ts";

/** A unit too large for what is left is cut when more than this share of the budget would stay unused. */
const UNUSED_SHARE_MAX = 0.1;

export interface Packing {
  readonly packed: readonly PackedRecord[];
  /** Budgets of up to so many tokens, but alike, are packed the same. */
  readonly sameUpTo: number;
}

/** Packs what fits `budget.maxTokens` by estimate; nothing when not even a piece of the best unit fits. */
export function pack(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  checkpoint: Checkpoint = unchecked,
): Packing {
  const isTooMany = budget.maxRecords !== null && ranked.scoring.length > budget.maxRecords;
  const wholeTokens = isTooMany ? Number.POSITIVE_INFINITY : ranked.scoringTokens;
  const whole = wholeTokens > budget.maxTokens ? null : openAccount(ranked, budget, settings);
  const isWhole = whole !== null && ranked.scoring.every((owner) => admitWhole(whole, owner));
  checkpoint();
  const account = isWhole ? whole : openAccount(ranked, budget, settings);
  const cut = isWhole ? null : takeUnits(account);
  const isBounded = account.isBounded || whole?.isBounded === true;
  const free = whole === null ? wholeTokens - 1 : Number.POSITIVE_INFINITY;
  return { packed: packed(account, cut), sameUpTo: isBounded ? budget.maxTokens : free };
}

function admitWhole(account: BudgetAccount, owner: number): boolean {
  return admit(account, owner, everyUnit(keptOf(account, owner)));
}

/**
 * Takes unit by unit, best first. A unit that nothing can make fit is cut if it is the best one, or if much of the
 * budget would stay unused and it is nearly as good. What is missed for want of records alone is not cut.
 */
function takeUnits(account: BudgetAccount): Cut | null {
  const { order, table } = account.ranked;
  const { tokens } = table;
  const best = order[0] ?? -1;
  // The beginning of the best unit says more than a worse one that happens to fit.
  const cut = isTooLarge(account, tokens[best] ?? 0) ? cutToFit(account, best) : null;
  if (cut !== null) return cut;
  let missed = -1;
  for (const id of order) {
    if (!canAfford(account, 1)) break;
    // Near the end nearly all are too large, which their tokens alone say.
    if (missed !== -1 && isTooLarge(account, tokens[id] ?? 0)) continue;
    if (!take(account, id) && missed === -1) missed = id;
  }
  const isWasteful = missed !== -1 && account.left > UNUSED_SHARE_MAX * account.budget.maxTokens;
  return isWasteful && isNearBest(account, missed) ? cutToFit(account, missed) : null;
}

/** A unit that scores this share of the best one is worth being cut, and worth a long header ... */
const LEAD_SHARE = 0.7;

function isNearBest({ ranked }: BudgetAccount, id: number): boolean {
  const { unitScores, firstUnit } = ranked.records[ranked.table.owners[id] ?? 0] ?? {};
  const unit = id - (ranked.table.firsts[ranked.table.owners[id] ?? 0] ?? 0);
  return (unitScores?.[(firstUnit ?? 0) + unit] ?? 0) >= LEAD_SHARE * ranked.best;
}

/** A tool whose score is at least this share of the best one is sent with its whole schema. */
const BEST_TOOL_SHARE = 0.95;

/** Takes unit `id`, with its short record or its headers where that pays. False when there is no room for it. */
function take(account: BudgetAccount, id: number): boolean {
  const { owners, firsts } = account.ranked.table;
  const owner = owners[id] ?? 0;
  const unit = id - (firsts[owner] ?? 0);
  const kept = keptOf(account, owner);
  if (isKept(kept, unit)) return true;
  if (isTooLarge(account, tokensOf(kept, unit))) return false;
  if (kept.count === 0 && isSentWhole(account, owner) && admit(account, owner, everyUnit(kept))) return true;
  if (kept.count === 0 && isWholeOrNothing(account, owner)) return false;
  const headers = headersOf(account, owner, kept, unit);
  if (headers.length > 0 && admit(account, owner, [...headers, unit])) return true;
  return admit(account, owner, [unit]);
}

function isTooLarge(account: BudgetAccount, tokens: number): boolean {
  return !canAfford(account, tokens - MARK_TOKENS);
}

/** A short record, and the schema of the tool that matches best. */
function isSentWhole(account: BudgetAccount, owner: number): boolean {
  const { ranked, settings } = account;
  const short = ranked.shortTokens[owner] ?? 0;
  const tokens = ranked.records[owner]?.scan.total ?? 0;
  if (isWholeOrNothing(account, owner)) return canAfford(account, tokens);
  if (short > 0) return short <= upToShare(account, short, settings.wholeShareMax) && canAfford(account, short);
  return isBestTool(account, owner) && tokens <= upToShare(account, tokens, LARGE_SHARE_MAX);
}

/** A tool cannot be called by half of its schema. One that exceeds the whole budget is cut like any record. */
function isWholeOrNothing(account: BudgetAccount, owner: number): boolean {
  const short = account.ranked.shortTokens[owner] ?? 0;
  return short > 0 && isSchema(account, owner) && short <= upToShare(account, short, 1);
}

function isBestTool(account: BudgetAccount, owner: number): boolean {
  const { records, best } = account.ranked;
  return isSchema(account, owner) && (records[owner]?.score ?? 0) >= BEST_TOOL_SHARE * best;
}

function isSchema({ ranked }: BudgetAccount, owner: number): boolean {
  return ranked.records[owner]?.source.kind === "tool_schema";
}

/** What the account holds, record by record; a call that tokens were set aside for comes with its beginning. */
function packed({ ranked, kept, reserved }: BudgetAccount, cut: Cut | null): readonly PackedRecord[] {
  const chosen: PackedRecord[] = [];
  // By number: this comes by every record of the request in each packing that is tried.
  for (let owner = 0; owner < ranked.records.length; owner++) {
    const record = ranked.records[owner];
    const ofRecord = kept[owner];
    if (record === undefined) break;
    if (ofRecord !== undefined && ofRecord.count > 0) {
      const cutAt = cut?.owner === owner ? cut.cutAt : null;
      chosen.push({ record, kept: cutAt === null ? keptUnits(ofRecord) : keptUpToLast(ofRecord), cutAt });
      continue;
    }
    const promised = reserved.get(owner);
    if (promised !== undefined) chosen.push(beginningOf(asCall(record), promised - CALL_EXTRA_TOKENS));
  }
  return chosen;
}

/** Nothing follows what is cut short. */
function keptUpToLast(kept: Kept): readonly number[] {
  const last = lastKept(kept);
  return keptUnits(kept).filter((unit) => unit <= last);
}

/** A call that is sent for its result's sake. */
function asCall(record: ScoredRecord): ScoredRecord {
  return { ...record, why: () => ({ ...record.why(record), reason: CALL_REASON }) };
}

/** Headers of headers (a key in a key in a key) are followed this far. */
const HEADER_CHAIN_MAX = 4;

/** ... of at most this share of the budget, if the header says whose text it is. */
const LARGE_SHARE_MAX = 0.1;

/** The headings, table headers and signatures above `unit` that are short and not kept yet, outermost last. */
function headersOf(account: BudgetAccount, owner: number, kept: Kept, unit: number): number[] {
  const { ranked, settings } = account;
  const { units = [], type } = ranked.records[owner] ?? {};
  const isLead = type?.headsSayWhose === true && isNearBest(account, (ranked.table.firsts[owner] ?? 0) + unit);
  const ofBest = isLead ? upToShare(account, settings.bestHeaderTokensMax, LARGE_SHARE_MAX) : 0;
  const most = Math.max(settings.headerTokensMax, ofBest);
  const headers: number[] = [];
  let cost = 0;
  let head = units[unit]?.head ?? -1;
  for (let depth = 0; head >= 0 && depth < HEADER_CHAIN_MAX; depth++) {
    const tokens = tokensOf(kept, head);
    if (!isKept(kept, head) && tokens <= most && cost + tokens <= 2 * most) {
      headers.push(head);
      cost += tokens;
    }
    head = units[head]?.head ?? -1;
  }
  return headers;
}
