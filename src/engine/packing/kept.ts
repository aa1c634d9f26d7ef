// What is kept of one record while it is being packed, and what one more unit would add.
// In: the record's unit costs. Out: tokens spent, marks for what is left out included. Mutable, owned by the ledger.
import { MARK_TOKENS } from "./marks.ts";

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
  /** Tokens of the kept units and of the gaps between and around them: each its mark or its text, whichever is less. */
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
  const closed = kept.count === 0 ? 0 : Math.min(MARK_TOKENS, before + Math.max(1, own) + after);
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

/** Cost of the gap that starts at `from` and runs to the next kept unit or the record's edge. Looks at few units. */
function gapTokens({ flags, tokens, first, end }: Kept, from: number, step: 1 | -1): number {
  let cost = 0;
  for (let at = first + from; at >= first && at < end && flags[at] === 0 && cost < MARK_TOKENS; at += step) {
    cost += Math.max(1, tokens[at] ?? 0);
  }
  return Math.min(cost, MARK_TOKENS);
}

/** The kept units, ascending, with the gaps closed that cost no more than their mark. */
export function keptUnits(kept: Kept): readonly number[] {
  const { flags, tokens, first, end } = kept;
  if (kept.count === end - first) return everyUnit(kept);
  const units: number[] = [];
  let gapStart = first;
  for (let at = first; at <= end; at++) {
    if (at < end && flags[at] === 0) continue;
    let cost = 0;
    for (let gap = gapStart; gap < at && cost <= MARK_TOKENS; gap++) cost += Math.max(1, tokens[gap] ?? 0);
    if (cost <= MARK_TOKENS) for (let gap = gapStart; gap < at; gap++) units.push(gap - first);
    if (at < end) units.push(at - first);
    gapStart = at + 1;
  }
  return units;
}
