// In: ranked units and a budget. Out: the units of each record to send, in arrival order.
// Greedy: takes the best unit that still fits, from any record. Costs here are estimates that include marks, separators
// and headings. fit.ts enforces the exact count.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Budget, PackedRecord, ScoredRecord, Unit } from "./model.ts";
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
import { MARK_TOKENS } from "./packing/pieces.ts";
import { CALL_REASON } from "./packing/unit-table.ts";
import { NO_DETAILS, type PackSettings, type RankedUnits } from "./rank.ts";

/** A unit too large for the remaining budget is cut if more than this share of the budget would stay unused. */
const UNUSED_SHARE_MAX = 0.1;

export interface Packing {
  readonly packed: readonly PackedRecord[];
  /** A larger budget of up to this many tokens, otherwise identical, gives the same packing. */
  readonly sameUpTo: number;
}

/** Packs what fits `budget.maxContextTokens` by estimate. Packs nothing if not even part of the best unit fits. */
export function pack(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  checkpoint: Checkpoint = unchecked,
): Packing {
  const isTooMany = budget.maxRecords !== null && ranked.candidates.length > budget.maxRecords;
  const allTokens = isTooMany ? Number.POSITIVE_INFINITY : ranked.candidateTokens;
  const whole = allTokens > budget.maxContextTokens ? null : openAccount(ranked, budget, settings);
  if (whole !== null && ranked.candidates.every((owner) => admit(whole, owner, everyUnit(keptOf(whole, owner))))) {
    return { packed: packed(whole, null), sameUpTo: whole.isBounded ? budget.maxContextTokens : NO_LIMIT };
  }
  checkpoint();
  const account = openAccount(ranked, budget, settings);
  const cut = takeUnits(account);
  const isBounded = account.isBounded || whole?.isBounded === true;
  const sameBelow = whole === null ? allTokens - 1 : NO_LIMIT;
  return { packed: packed(account, cut), sameUpTo: isBounded ? budget.maxContextTokens : sameBelow };
}

/** Of a packing that no larger budget changes. */
const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * Takes units one by one, best first. Cuts a unit that does not fit in two cases: it is the best unit, or it is nearly
 * as good and much of the budget would stay unused. Does not cut a unit that only the record limit excludes.
 */
function takeUnits(account: BudgetAccount): Cut | null {
  const { order, table } = account.ranked;
  const { tokens } = table;
  const best = order[0] ?? -1;
  // The beginning of the best unit is worth more than a worse unit that happens to fit.
  const cut = isTooLarge(account, tokens[best] ?? 0) ? cutToFit(account, best) : null;
  if (cut !== null) return cut;
  let missed = -1;
  const details: number[] = [];
  for (const id of order) {
    if (!canAfford(account, 1)) break;
    // Near the end nearly all units are too large, and their token counts alone show it.
    if (missed !== -1 && isTooLarge(account, tokens[id] ?? 0)) continue;
    if (isDetail(account, id)) details.push(id);
    else if (!take(account, id) && missed === -1) missed = id;
  }
  for (const id of details) take(account, id);
  const isWasteful = missed !== -1 && account.left > UNUSED_SHARE_MAX * account.budget.maxContextTokens;
  return isWasteful && isNearBest(account, missed) ? cutToFit(account, missed) : null;
}

/**
 * A unit that scores at least this share of the best one is nearly as good. It may be cut to fit, have a long header
 * or, as a row, go without one. A tool that is nearly as good gets a larger share of the budget.
 */
const NEAR_BEST_SHARE = 0.7;

function isNearBest({ ranked }: BudgetAccount, id: number): boolean {
  const { unitScores, firstUnit } = ranked.records[ranked.table.owners[id] ?? 0] ?? {};
  const unit = id - (ranked.table.firsts[ranked.table.owners[id] ?? 0] ?? 0);
  return (unitScores?.[(firstUnit ?? 0) + unit] ?? 0) >= NEAR_BEST_SHARE * ranked.best;
}

/**
 * Takes unit `id`: as part of its whole record, if that is short or a schema; otherwise with its headers. If they do
 * not fit, takes the unit alone if it is running text or nearly as good as the best. Returns false if it takes nothing.
 */
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
  if (headers.length > 0 && needsHeader(account, owner) && !isNearBest(account, id)) return false;
  return admit(account, owner, [unit]);
}

/** True for rows and fields: without its header, a row would seem to belong to the text above it. */
function needsHeader({ ranked }: BudgetAccount, owner: number): boolean {
  return ranked.records[owner]?.type.isRunningText === false;
}

function isTooLarge(account: BudgetAccount, tokens: number): boolean {
  return !canAfford(account, tokens - MARK_TOKENS);
}

/** True for a short record, and for a schema that takes a small enough share of the budget. */
function isSentWhole(account: BudgetAccount, owner: number): boolean {
  const { ranked, settings } = account;
  const whole = ranked.wholeTokens[owner] ?? 0;
  if (isSchema(account, owner)) return isWholeOrNothing(account, owner) && canAfford(account, whole);
  return whole > 0 && whole <= upToShare(account, whole, settings.wholeShareMax) && canAfford(account, whole);
}

/** Half a schema is not enough to call a tool. A schema that is too large for its share is cut like any record. */
function isWholeOrNothing(account: BudgetAccount, owner: number): boolean {
  const { ranked, settings } = account;
  const whole = ranked.wholeTokens[owner] ?? 0;
  if (whole === 0 || !isSchema(account, owner)) return false;
  const share = whole <= settings.wholeSchemaTokensMax ? 1 : wholeSchemaShare(ranked, owner);
  return whole <= upToShare(account, whole, share);
}

/** A tool that scores at least this share of the best score is one of the best. */
const BEST_TOOL_SHARE = 0.95;

/** The share of the budget that a whole schema may take. A larger schema would displace too many other tools. */
function wholeSchemaShare({ records, best }: RankedUnits, owner: number): number {
  const score = records[owner]?.score ?? 0;
  if (score >= BEST_TOOL_SHARE * best) return 0.7;
  return score >= NEAR_BEST_SHARE * best ? 0.3 : 0.15;
}

/** Tokens of a schema that suffice for choosing its tool. */
const CHOICE_TOKENS = 80;

/** True for a detail of a schema if enough of the schema is kept for a choice. Details come after everything else. */
function isDetail({ ranked, kept }: BudgetAccount, id: number): boolean {
  const { owners, firsts, tokens } = ranked.table;
  const owner = owners[id] ?? 0;
  const from = ranked.detailsFrom[owner] ?? NO_DETAILS;
  const ofRecord = kept[owner];
  if (from === NO_DETAILS || ofRecord === undefined || ofRecord.count === 0) return false;
  const start = ranked.records[owner]?.units[id - (firsts[owner] ?? 0)]?.start ?? 0;
  return start >= from && ofRecord.spent + (tokens[id] ?? 0) > CHOICE_TOKENS;
}

function isSchema({ ranked }: BudgetAccount, owner: number): boolean {
  return ranked.records[owner]?.kind === "tool_schema";
}

/** The packed records of the account. A call with reserved tokens is sent with its beginning. */
function packed({ ranked, kept, reserved }: BudgetAccount, cut: Cut | null): readonly PackedRecord[] {
  const chosen: PackedRecord[] = [];
  // An index loop for speed: every packing visits every record of the request.
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

/** The kept units up to the cut one: nothing may follow it. */
function keptUpToLast(kept: Kept): readonly number[] {
  const last = lastKept(kept);
  return keptUnits(kept).filter((unit) => unit <= last);
}

/** A call that is sent only because its result is. */
function asCall(record: ScoredRecord): ScoredRecord {
  return { ...record, why: () => ({ ...record.why(record), reason: CALL_REASON }) };
}

/** Follows at most this many nested headers (a key in a key in a key). */
const HEADER_CHAIN_MAX = 4;

/** A long header may take at most this share of the budget. */
const LARGE_SHARE_MAX = 0.1;

/**
 * An announcement, such as the columns of a table, may take at most this share of the budget. The units below say
 * nothing without it, and it is sent once for all of them. A share of .5 left out the columns of one answer in five.
 */
const ANNOUNCEMENT_SHARE_MAX = 2 / 3;

/** The short headings, table headers and signatures above `unit` that are not kept yet, outermost last. */
function headersOf(account: BudgetAccount, owner: number, kept: Kept, unit: number): number[] {
  const { ranked, settings } = account;
  const { units = [], type } = ranked.records[owner] ?? {};
  const mayBeLong = type?.headsNameSubject === true && isNearBest(account, (ranked.table.firsts[owner] ?? 0) + unit);
  const ofBest = mayBeLong ? upToShare(account, settings.bestHeaderTokensMax, LARGE_SHARE_MAX) : 0;
  const most = Math.max(settings.headerTokensMax, ofBest);
  const headers: number[] = [];
  let cost = 0;
  let head = units[unit]?.head ?? -1;
  for (let depth = 0; head >= 0 && depth < HEADER_CHAIN_MAX; depth++) {
    const tokens = tokensOf(kept, head);
    const isShort = tokens <= most && cost + tokens <= 2 * most;
    if (!isKept(kept, head) && (isShort || mayAnnounce(account, units[head], tokens))) {
      headers.push(head);
      if (isShort) cost += tokens;
    }
    head = units[head]?.head ?? -1;
  }
  return headers;
}

function mayAnnounce(account: BudgetAccount, head: Unit | undefined, tokens: number): boolean {
  return head?.announces === true && tokens <= upToShare(account, tokens, ANNOUNCEMENT_SHARE_MAX);
}
