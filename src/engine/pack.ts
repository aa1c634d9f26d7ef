// In: ranked units and a budget. Out: which units of which records to send, in arrival order.
// Greedy: the best unit that still fits is taken, whatever record it is in. Costs are estimated here (marks, separators
// and headings included); holding the exact count to the budget is fit's work.
import { countTokens } from "../text/tokens.ts";
import { cutWithin, headOf } from "./cut.ts";
import { headingOf, SEPARATOR_TOKENS } from "./headings.ts";
import { type Kept, keep, keptUnits, nothingKept, undo } from "./kept.ts";
import { MARK_TOKENS } from "./marks.ts";
import type { Budget, PackedRecord } from "./model.ts";
import type { PackSettings } from "./pack-settings.ts";
import type { RankedUnits } from "./rank.ts";

/** Heads of heads (a key in a key in a key) are followed this far. */
const HEAD_CHAIN_MAX = 4;

/** A call goes along with its result only where it takes at most this share of the budget. */
const CALL_SHARE_MAX = 0.1;

/** A unit too large for what is left is cut when more than this share of the budget would stay unused. */
const UNUSED_SHARE_MAX = 0.1;

/** Fewer tokens than this say nothing worth sending. */
const CUT_TOKENS_MIN = 8;

interface Packing {
  readonly ranked: RankedUnits;
  readonly budget: Budget;
  readonly settings: PackSettings;
  /** One per record once a unit of it was tried. */
  readonly kept: (Kept | undefined)[];
  /** Tokens set aside for the calls of chosen results, by the call's record. */
  readonly reserved: Map<number, number>;
  /** Records in `reserved` or with a unit kept. */
  selected: number;
  left: number;
}

/** Packs what fits `budget.maxTokens` by estimate; nothing when not even a piece of the best unit fits. */
export function pack(ranked: RankedUnits, budget: Budget, settings: PackSettings): readonly PackedRecord[] {
  const whole = wholeRecords(ranked, budget, settings);
  if (whole !== null) return whole;
  const packing: Packing = {
    ranked,
    budget,
    settings,
    kept: [],
    reserved: new Map(),
    selected: 0,
    left: budget.maxTokens,
  };
  let missed = -1;
  for (const id of ranked.order) {
    if (packing.left <= 0) break;
    if (!take(packing, id) && missed === -1) missed = id;
  }
  const cut = missed !== -1 && packing.left > UNUSED_SHARE_MAX * budget.maxTokens ? cutToFit(packing, missed) : null;
  return finished(packing, cut);
}

/** Every record that scores at all, whole, when all of them fit together; else null. */
function wholeRecords(ranked: RankedUnits, budget: Budget, settings: PackSettings): readonly PackedRecord[] | null {
  const scoring = ranked.records.filter(({ score, unitScores }) => score > 0 || unitScores.some((unit) => unit > 0));
  if (scoring.length > (budget.maxRecords ?? scoring.length)) return null;
  let left = budget.maxTokens;
  for (const { scan } of scoring) {
    left -= scan.total + SEPARATOR_TOKENS;
    if (left < 0) return null;
  }
  for (const { scan, source } of scoring) {
    if (scan.total >= settings.headingTokensMin) left -= countTokens(headingOf(source));
  }
  return left < 0
    ? null
    : scoring.map((record) => ({ record, kept: record.units.map((_, unit) => unit), cutAt: null }));
}

/** Takes unit `id`, with its short record or its heads where that pays. False when there is no room for it. */
function take(packing: Packing, id: number): boolean {
  const { table } = packing.ranked;
  const owner = table.owners[id] ?? 0;
  const first = table.firsts[owner] ?? 0;
  const unit = id - first;
  const kept = packing.kept[owner] ?? nothingKept(table.tokens.subarray(first, table.firsts[owner + 1]));
  packing.kept[owner] = kept;
  if (kept.flags[unit] === 1) return true;
  if ((kept.tokens[unit] ?? 0) - MARK_TOKENS > packing.left) return false;
  if (kept.count === 0 && isShort(packing, owner) && admit(packing, owner, kept, allUnits(kept))) return true;
  const heads = headsOf(packing, owner, kept, unit);
  if (heads.length > 0 && admit(packing, owner, kept, [...heads, unit])) return true;
  return admit(packing, owner, kept, [unit]);
}

function isShort({ ranked, budget, settings, left }: Packing, owner: number): boolean {
  const total = ranked.records[owner]?.scan.total ?? 0;
  return total <= settings.wholeTokensMax && total <= Math.min(left, settings.wholeShareMax * budget.maxTokens);
}

function allUnits(kept: Kept): number[] {
  return Array.from(kept.flags, (_, unit) => unit);
}

/** The units that give `unit` its meaning and are not kept yet, outermost last, while they are cheap. */
function headsOf({ ranked, settings }: Packing, owner: number, kept: Kept, unit: number): number[] {
  const units = ranked.records[owner]?.units ?? [];
  const heads: number[] = [];
  let cost = 0;
  let head = units[unit]?.head ?? -1;
  while (head >= 0 && heads.length < HEAD_CHAIN_MAX) {
    cost += kept.flags[head] === 1 ? 0 : (kept.tokens[head] ?? 0);
    if (cost > settings.headTokensMax) break;
    if (kept.flags[head] === 0) heads.push(head);
    head = units[head]?.head ?? -1;
  }
  return heads;
}

/** Keeps `units` of a record when what they add fits; all or nothing. */
function admit(packing: Packing, owner: number, kept: Kept, units: readonly number[]): boolean {
  const isFirst = kept.count === 0;
  const promised = isFirst ? packing.reserved.get(owner) : undefined;
  if (isFirst && promised === undefined && packing.selected >= (packing.budget.maxRecords ?? Number.MAX_SAFE_INTEGER)) {
    return false;
  }
  const { spent } = kept;
  const added = units.filter((unit) => keep(kept, unit));
  const cost = kept.spent - spent + (isFirst ? SEPARATOR_TOKENS : 0) + headingCost(packing, owner, spent, kept.spent);
  if (cost > packing.left + (promised ?? 0)) {
    undo(kept, added, spent);
    return false;
  }
  packing.left += (promised ?? 0) - cost;
  packing.reserved.delete(owner);
  if (isFirst && promised === undefined) packing.selected++;
  if (isFirst) reserveCall(packing, owner);
  return true;
}

function headingCost({ ranked, settings }: Packing, owner: number, before: number, after: number): number {
  if (before >= settings.headingTokensMin || after < settings.headingTokensMin) return 0;
  const record = ranked.records[owner];
  return record === undefined ? 0 : countTokens(headingOf(record.source));
}

/** Sets tokens aside for the call that a newly chosen result answers, where the budget has them. */
function reserveCall(packing: Packing, result: number): void {
  const { ranked, reserved, budget, settings } = packing;
  const call = ranked.calls[result] ?? -1;
  const record = ranked.records[call];
  if (record === undefined || settings.callTokensMax === 0) return;
  if (reserved.has(call) || (packing.kept[call]?.count ?? 0) > 0) return;
  if (packing.selected >= (budget.maxRecords ?? Number.MAX_SAFE_INTEGER)) return;
  const tokens = Math.min(record.scan.total, settings.callTokensMax + MARK_TOKENS) + SEPARATOR_TOKENS;
  if (tokens > packing.left || tokens > CALL_SHARE_MAX * budget.maxTokens) return;
  reserved.set(call, tokens);
  packing.left -= tokens;
  packing.selected++;
}

interface Cut {
  readonly owner: number;
  readonly cutAt: number | null;
}

/** Keeps the first part of a unit that is too large, as the last of its record; null when that says nothing. */
function cutToFit(packing: Packing, id: number): Cut | null {
  const { table, records } = packing.ranked;
  const owner = table.owners[id] ?? 0;
  const unit = id - (table.firsts[owner] ?? 0);
  const record = records[owner];
  const kept = packing.kept[owner];
  const { start, end } = record?.units[unit] ?? { start: 0, end: 0 };
  if (record === undefined || kept === undefined || kept.flags.lastIndexOf(1) > unit) return null;
  if (kept.count === 0 && packing.selected >= (packing.budget.maxRecords ?? Number.MAX_SAFE_INTEGER)) return null;
  const room = packing.left - SEPARATOR_TOKENS - (unit === 0 ? 1 : 2) * MARK_TOKENS;
  if (room < CUT_TOKENS_MIN) return null;
  const cutAt = cutWithin(record.source.text, record.scan, start, end, room);
  if (cutAt <= start) return null;
  keep(kept, unit);
  return { owner, cutAt: cutAt < end ? cutAt : null };
}

function finished({ ranked, kept, reserved, settings }: Packing, cut: Cut | null): readonly PackedRecord[] {
  const packed: PackedRecord[] = [];
  for (const [owner, record] of ranked.records.entries()) {
    const ofRecord = kept[owner];
    if (ofRecord !== undefined && ofRecord.count > 0) {
      const cutAt = cut?.owner === owner ? cut.cutAt : null;
      const last = cutAt === null ? record.units.length : ofRecord.flags.lastIndexOf(1);
      packed.push({ record, kept: keptUnits(ofRecord).filter((unit) => unit <= last), cutAt });
    } else if (reserved.has(owner)) {
      packed.push(headOf(record, settings.callTokensMax));
    }
  }
  return packed;
}
