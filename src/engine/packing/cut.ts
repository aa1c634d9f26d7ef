// In: a record or unit that is too large to send, and the tokens available for it. Out: where to cut it.
// Cuts at the end of a line or word if one is near, never inside a character.
import { atCodePoint, SPACE } from "../../text/characters.ts";
import { endOfPieces, piecesUpTo, type TokenScan, tokensBetween } from "../../text/token-scan.ts";
import type { PackedRecord, ScoredRecord } from "../model.ts";
import { type BudgetAccount, hasRoomFor, keep, keptOf, lastKept } from "./budget-account.ts";
import { SEPARATOR_TOKENS } from "./headings.ts";
import { MARK_TOKENS } from "./pieces.ts";

/** A cut text may shrink by this share to end at the end of a line. */
const LINE_SHARE = 0.3;

/** A cut text may shrink by this many characters to end at the end of a word. */
const WORD_CHARACTERS_MAX = 40;

/** Where to end text from `start` so that it costs at most `tokens`; `start` if not even one character fits. */
export function cutWithin(text: string, scan: TokenScan, start: number, end: number, tokens: number): number {
  if (tokens <= 0) return start;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensBetween(scan, start, middle) <= tokens) low = middle;
    else high = middle - 1;
  }
  if (low >= end) return end;
  const whole = lastPieceEnd(scan, low);
  return atCodePoint(text, naturalEnd(text, start, whole > start ? whole : low));
}

/** The last piece end up to `offset`. No token crosses it, so only a piece longer than the cut is split. */
function lastPieceEnd(scan: TokenScan, offset: number): number {
  return endOfPieces(scan, piecesUpTo(scan, offset));
}

/** The first `tokens` tokens of a record, such as a call's name and first arguments. All of it if few remain. */
export function beginningOf(record: ScoredRecord, tokens: number): PackedRecord {
  const { source, scan, units } = record;
  const all = units.map((_, unit) => unit);
  if (scan.total <= tokens + MARK_TOKENS) return { record, kept: all, cutAt: null };
  const cutAt = cutWithin(source.text, scan, 0, source.text.length, tokens);
  return { record, kept: all.filter((unit) => (units[unit]?.start ?? 0) < Math.max(1, cutAt)), cutAt };
}

function naturalEnd(text: string, start: number, cut: number): number {
  const line = text.lastIndexOf("\n", cut);
  if (line > start && line >= cut - LINE_SHARE * (cut - start)) return line;
  const nearest = Math.max(start + 1, cut - WORD_CHARACTERS_MAX);
  for (let at = cut; at > nearest; at--) if (text.charCodeAt(at) <= SPACE) return at;
  return cut;
}

/** Fewer tokens than this are not worth sending. */
const CUT_TOKENS_MIN = 8;

export interface Cut {
  readonly owner: number;
  readonly cutAt: number;
}

/** Keeps the beginning of a unit that is too large, as the end of its record. Null if that is not worthwhile. */
export function cutToFit(account: BudgetAccount, id: number): Cut | null {
  const { table, records } = account.ranked;
  const owner = table.owners[id] ?? 0;
  const record = records[owner];
  const unit = id - (table.firsts[owner] ?? 0);
  const { start, end } = record?.units[unit] ?? { start: 0, end: 0 };
  const kept = keptOf(account, owner);
  if (record === undefined || lastKept(kept) > unit) return null;
  if (kept.count === 0 && !hasRoomFor(account, owner)) return null;
  const room = account.left - SEPARATOR_TOKENS - (unit === 0 ? 1 : 2) * MARK_TOKENS;
  if (room < CUT_TOKENS_MIN) return null;
  const cutAt = cutWithin(record.source.text, record.scan, start, end, room);
  if (cutAt <= start || cutAt >= end) return null;
  keep(kept, unit);
  return { owner, cutAt };
}
