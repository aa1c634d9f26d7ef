// What is sent of a unit that is too large for what is left of the budget.
import { cutWithin } from "./cut.ts";
import { SEPARATOR_TOKENS } from "./headings.ts";
import { keep, lastKept } from "./kept.ts";
import { hasRoomFor, keptOf, type Ledger } from "./ledger.ts";
import { MARK_TOKENS } from "./marks.ts";

/** Fewer tokens than this say nothing worth sending. */
const CUT_TOKENS_MIN = 8;

export interface Cut {
  readonly owner: number;
  readonly cutAt: number;
}

/** Keeps the first part of a unit that is too large, as the last of its record; null when that says nothing. */
export function cutToFit(ledger: Ledger, id: number): Cut | null {
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
