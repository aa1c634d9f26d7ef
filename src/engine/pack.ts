// In: ranked units and a budget. Out: which units of which records to send, in arrival order.
// Greedy: the best unit that still fits is taken, whatever record it is in. Costs are estimated here (marks, separators
// and headings included); holding the exact count to the budget is settle's work.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Budget, PackedRecord, ScoredRecord } from "./model.ts";
import { headOf } from "./packing/cut.ts";
import { type Cut, cutToFit } from "./packing/cut-to-fit.ts";
import { headsOf } from "./packing/heads.ts";
import { everyUnit, isKept, type Kept, keptUnits, lastKept, tokensOf } from "./packing/kept.ts";
import { admit, CALL_EXTRA_TOKENS, isLeft, keptOf, type Ledger, openLedger, upToShare } from "./packing/ledger.ts";
import { MARK_TOKENS } from "./packing/marks.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import { CALL_REASON } from "./packing/pairs.ts";
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
  const whole = wholeTokens > budget.maxTokens ? null : openLedger(ranked, budget, settings);
  const isWhole = whole !== null && ranked.scoring.every((owner) => admitWhole(whole, owner));
  checkpoint();
  const ledger = isWhole ? whole : openLedger(ranked, budget, settings);
  const cut = isWhole ? null : takeUnits(ledger);
  const isBounded = ledger.isBounded || whole?.isBounded === true;
  const free = whole === null ? wholeTokens - 1 : Number.POSITIVE_INFINITY;
  return { packed: packed(ledger, cut), sameUpTo: isBounded ? budget.maxTokens : free };
}

function admitWhole(ledger: Ledger, owner: number): boolean {
  return admit(ledger, owner, everyUnit(keptOf(ledger, owner)));
}

/** Takes unit by unit, best first. What is missed for want of records alone is not cut, whatever the budget. */
function takeUnits(ledger: Ledger): Cut | null {
  const { order, table } = ledger.ranked;
  const { tokens } = table;
  let missed = -1;
  for (const id of order) {
    if (!isLeft(ledger, 1)) break;
    // Near the end nearly all are too large, which their tokens alone say.
    if (missed !== -1 && isTooLarge(ledger, tokens[id] ?? 0)) continue;
    if (!take(ledger, id) && missed === -1) missed = id;
  }
  const isWasteful = missed !== -1 && ledger.left > UNUSED_SHARE_MAX * ledger.budget.maxTokens;
  return isWasteful ? cutToFit(ledger, missed) : null;
}

/** Takes unit `id`, with its short record or its heads where that pays. False when there is no room for it. */
function take(ledger: Ledger, id: number): boolean {
  const { owners, firsts } = ledger.ranked.table;
  const owner = owners[id] ?? 0;
  const unit = id - (firsts[owner] ?? 0);
  const kept = keptOf(ledger, owner);
  if (isKept(kept, unit)) return true;
  if (isTooLarge(ledger, tokensOf(kept, unit))) return false;
  if (kept.count === 0 && isShort(ledger, owner) && admit(ledger, owner, everyUnit(kept))) return true;
  const heads = headsOf(ledger, owner, kept, unit);
  if (heads.length > 0 && admit(ledger, owner, [...heads, unit])) return true;
  return admit(ledger, owner, [unit]);
}

function isTooLarge(ledger: Ledger, tokens: number): boolean {
  return !isLeft(ledger, tokens - MARK_TOKENS);
}

function isShort(ledger: Ledger, owner: number): boolean {
  const { ranked, settings } = ledger;
  const tokens = ranked.shortTokens[owner] ?? 0;
  return tokens > 0 && tokens <= upToShare(ledger, tokens, settings.wholeShareMax) && isLeft(ledger, tokens);
}

/** What the books say, record by record; calls that tokens were set aside for come with their heads. */
function packed({ ranked, kept, reserved }: Ledger, cut: Cut | null): readonly PackedRecord[] {
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
    if (promised !== undefined) chosen.push(headOf(asCall(record), promised - CALL_EXTRA_TOKENS));
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
