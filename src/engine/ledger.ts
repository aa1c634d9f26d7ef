// The books of one packing: what is kept of each record, what that costs, what is left of the budget.
// In: units a record should keep. Out: whether they fitted. All or nothing, and never more than is left by estimate.
import { countTokens } from "../text/tokens.ts";
import { headingOf, SEPARATOR_TOKENS } from "./headings.ts";
import { type Kept, keep, nothingKept, undo } from "./kept.ts";
import { MARK_TOKENS } from "./marks.ts";
import type { Budget, ScoredRecord } from "./model.ts";
import type { PackSettings } from "./pack-settings.ts";
import type { RankedUnits } from "./rank.ts";

/** A call goes along with its result only where it takes at most this share of the budget. */
const CALL_SHARE_MAX = 0.1;

export interface Ledger {
  readonly ranked: RankedUnits;
  readonly budget: Budget;
  readonly settings: PackSettings;
  /** One per record that was looked at. */
  readonly kept: (Kept | undefined)[];
  /** Tokens set aside for the calls of chosen results, by the call's record. */
  readonly reserved: Map<number, number>;
  /** Records with a unit kept or with tokens set aside. */
  selected: number;
  left: number;
}

export function openLedger(ranked: RankedUnits, budget: Budget, settings: PackSettings): Ledger {
  return { ranked, budget, settings, kept: [], reserved: new Map(), selected: 0, left: budget.maxTokens };
}

/** What is kept of record `owner` so far. */
export function keptOf({ ranked, kept }: Ledger, owner: number): Kept {
  const { tokens, firsts } = ranked.table;
  const found = kept[owner] ?? nothingKept(tokens.subarray(firsts[owner], firsts[owner + 1]));
  kept[owner] = found;
  return found;
}

/** May one more record be selected? Those with tokens set aside are counted already. */
export function hasRoomFor({ budget, reserved, selected }: Ledger, owner: number): boolean {
  return budget.maxRecords === null || selected < budget.maxRecords || reserved.has(owner);
}

/** Keeps `units` of a record when what they add fits; all or nothing. */
export function admit(ledger: Ledger, owner: number, units: Iterable<number>): boolean {
  const kept = keptOf(ledger, owner);
  const isFirst = kept.count === 0;
  if (isFirst && !hasRoomFor(ledger, owner)) return false;
  const promised = isFirst ? ledger.reserved.get(owner) : undefined;
  const { spent } = kept;
  const added: number[] = [];
  for (const unit of units) if (keep(kept, unit)) added.push(unit);
  const cost = kept.spent - spent + (isFirst ? SEPARATOR_TOKENS : 0) + headingTokens(ledger, owner, spent, kept.spent);
  if (cost > ledger.left + (promised ?? 0)) {
    undo(kept, added, spent);
    return false;
  }
  ledger.left += (promised ?? 0) - cost;
  ledger.reserved.delete(owner);
  if (isFirst && promised === undefined) ledger.selected++;
  if (isFirst) reserveCall(ledger, owner);
  return true;
}

/** A heading is paid for once, when a record grows to the size that earns one. */
function headingTokens({ ranked, settings }: Ledger, owner: number, before: number, after: number): number {
  if (before >= settings.headingTokensMin || after < settings.headingTokensMin) return 0;
  const record = ranked.records[owner];
  return record === undefined ? 0 : countTokens(headingOf(record.source, record.source.text));
}

/** Sets tokens aside for the call that a newly chosen result answers, where the budget has them. */
function reserveCall(ledger: Ledger, result: number): void {
  const { ranked, reserved, budget, settings } = ledger;
  const call = ranked.calls[result] ?? -1;
  const record: ScoredRecord | undefined = ranked.records[call];
  if (record === undefined || settings.callTokensMax === 0) return;
  if (reserved.has(call) || (ledger.kept[call]?.count ?? 0) > 0 || !hasRoomFor(ledger, call)) return;
  const tokens = Math.min(record.scan.total, settings.callTokensMax + MARK_TOKENS) + SEPARATOR_TOKENS;
  if (tokens > ledger.left || tokens > CALL_SHARE_MAX * budget.maxTokens) return;
  reserved.set(call, tokens);
  ledger.left -= tokens;
  ledger.selected++;
}
