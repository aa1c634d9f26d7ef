// In: ranked units and a budget. Out: which units of which records to send, in arrival order.
// Greedy: the best unit that still fits is taken, whatever record it is in. Costs are estimated here (marks, separators
// and headings included); holding the exact count to the budget is settle's work.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Budget, ContentType, PackedRecord, ScoredRecord } from "./model.ts";
import { cutWithin, headOf } from "./packing/cut.ts";
import { SEPARATOR_TOKENS } from "./packing/headings.ts";
import { everyUnit, isKept, type Kept, keep, keptUnits, lastKept, tokensOf } from "./packing/kept.ts";
import { admit, CALL_EXTRA_TOKENS, hasRoomFor, keptOf, type Ledger, openLedger } from "./packing/ledger.ts";
import { MARK_TOKENS } from "./packing/marks.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import { CALL_REASON } from "./packing/pairs.ts";
import type { RankedUnits } from "./rank.ts";

/** Heads of heads (a key in a key in a key) are followed this far. */
const HEAD_CHAIN_MAX = 4;

/** A unit that scores this share of the best one is worth a dear head ... */
const LEAD_SHARE = 0.7;

/** ... of at most this share of the budget ... */
const DEAR_SHARE_MAX = 0.1;

/** ... where the head says whose answer it is: a long element's first fields, who wrote a mail and when. */
const DEAR_HEADED: ReadonlySet<ContentType> = new Set(["json", "ndjson", "markup", "mail"]);

/** A unit too large for what is left is cut when more than this share of the budget would stay unused. */
const UNUSED_SHARE_MAX = 0.1;

/** Fewer tokens than this say nothing worth sending. */
const CUT_TOKENS_MIN = 8;

/** Packs what fits `budget.maxTokens` by estimate; nothing when not even a piece of the best unit fits. */
export function pack(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  checkpoint: Checkpoint = unchecked,
): readonly PackedRecord[] {
  const whole = packWhole(ranked, budget, settings);
  if (whole !== null) return whole;
  checkpoint();
  return packUnits(ranked, budget, settings);
}

/** Every record that scores at all, whole, when all of them fit together; else null. */
function packWhole(ranked: RankedUnits, budget: Budget, settings: PackSettings): readonly PackedRecord[] | null {
  let tokens = 0;
  for (const owner of ranked.scoring) tokens += (ranked.records[owner]?.scan.total ?? 0) + SEPARATOR_TOKENS;
  if (tokens > budget.maxTokens) return null;
  const ledger = openLedger(ranked, budget, settings);
  for (const owner of ranked.scoring) {
    if (!admit(ledger, owner, everyUnit(keptOf(ledger, owner)))) return null;
  }
  return packed(ledger, null);
}

function packUnits(ranked: RankedUnits, budget: Budget, settings: PackSettings): readonly PackedRecord[] {
  const ledger = openLedger(ranked, budget, settings);
  const { tokens } = ranked.table;
  let missed = -1;
  for (const id of ranked.order) {
    if (ledger.left <= 0) break;
    // Near the end nearly all are too large, which their tokens alone say.
    if (missed !== -1 && isTooLarge(ledger, tokens[id] ?? 0)) continue;
    if (!take(ledger, id) && missed === -1) missed = id;
  }
  const isWasteful = missed !== -1 && ledger.left > UNUSED_SHARE_MAX * budget.maxTokens;
  return packed(ledger, isWasteful ? cutToFit(ledger, missed) : null);
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

function isTooLarge({ left }: Ledger, tokens: number): boolean {
  return tokens - MARK_TOKENS > left;
}

function isShort({ ranked, budget, settings, left }: Ledger, owner: number): boolean {
  const record = ranked.records[owner];
  const total = record?.scan.total ?? 0;
  const isSchema = record?.source.kind === "tool_schema";
  const most = isSchema ? settings.wholeSchemaTokensMax : settings.wholeTokensMax;
  return total <= most && total <= Math.min(left, settings.wholeShareMax * budget.maxTokens);
}

/** The units that give `unit` its meaning and are not kept yet, outermost last: those that are cheap. */
function headsOf({ ranked, settings, budget }: Ledger, owner: number, kept: Kept, unit: number): number[] {
  const { units = [], unitScores = [], firstUnit = 0, type = "lines" } = ranked.records[owner] ?? {};
  const isLead = DEAR_HEADED.has(type) && (unitScores[firstUnit + unit] ?? 0) >= LEAD_SHARE * ranked.best;
  const dear = Math.min(settings.leadHeadTokensMax, DEAR_SHARE_MAX * budget.maxTokens);
  const most = Math.max(settings.headTokensMax, isLead ? dear : 0);
  const heads: number[] = [];
  let cost = 0;
  let head = units[unit]?.head ?? -1;
  for (let depth = 0; head >= 0 && depth < HEAD_CHAIN_MAX; depth++) {
    const tokens = tokensOf(kept, head);
    if (!isKept(kept, head) && tokens <= most && cost + tokens <= 2 * most) {
      heads.push(head);
      cost += tokens;
    }
    head = units[head]?.head ?? -1;
  }
  return heads;
}

interface Cut {
  readonly owner: number;
  readonly cutAt: number;
}

/** Keeps the first part of a unit that is too large, as the last of its record; null when that says nothing. */
function cutToFit(ledger: Ledger, id: number): Cut | null {
  const { table, records } = ledger.ranked;
  const owner = table.owners[id] ?? 0;
  const record = records[owner];
  const unit = id - (table.firsts[owner] ?? 0);
  const { start, end } = record?.units[unit] ?? { start: 0, end: 0 };
  const kept = keptOf(ledger, owner);
  if (record === undefined || lastKept(kept) > unit) return null;
  if (kept.count === 0 && !hasRoomFor(ledger, owner)) return null;
  const room = ledger.left - SEPARATOR_TOKENS - (unit === 0 ? 1 : 2) * MARK_TOKENS;
  if (room < CUT_TOKENS_MIN) return null;
  const cutAt = cutWithin(record.source.text, record.scan, start, end, room);
  if (cutAt <= start || cutAt >= end) return null;
  keep(kept, unit);
  return { owner, cutAt };
}

/** What the books say, record by record; calls that tokens were set aside for come with their heads. */
function packed({ ranked, kept, reserved }: Ledger, cut: Cut | null): readonly PackedRecord[] {
  const chosen: PackedRecord[] = [];
  // By number: this comes by every record of the request in each packing that is tried.
  for (let owner = 0; owner < ranked.records.length; owner++) {
    const record = ranked.records[owner];
    const ofRecord = kept[owner];
    const promised = reserved.get(owner);
    if (record === undefined) break;
    if (ofRecord !== undefined && ofRecord.count > 0) {
      const cutAt = cut?.owner === owner ? cut.cutAt : null;
      chosen.push({ record, kept: cutAt === null ? keptUnits(ofRecord) : keptUpToLast(ofRecord), cutAt });
    } else if (promised !== undefined) {
      chosen.push(headOf(asCall(record), promised - CALL_EXTRA_TOKENS));
    }
  }
  return chosen;
}

/** Nothing follows what is cut short. */
function keptUpToLast(kept: Kept): number[] {
  const last = lastKept(kept);
  return keptUnits(kept).filter((unit) => unit <= last);
}

/** A call that is sent for its result's sake. */
function asCall(record: ScoredRecord): ScoredRecord {
  return { ...record, why: () => ({ ...record.why(record), reason: CALL_REASON }) };
}
