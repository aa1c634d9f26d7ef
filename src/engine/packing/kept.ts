// What is kept of one record while it is being packed, and what one more unit would add.
// In: the record's unit costs. Out: tokens spent, marks for what is left out included. Mutable, owned by the ledger.
import { uint8s } from "../../text/slab.ts";
import { MARK_TOKENS } from "./marks.ts";

export interface Kept {
  /** Tokens of each unit. */
  readonly tokens: Int32Array;
  /** 1 for each kept unit. */
  readonly flags: Uint8Array;
  count: number;
  /** Tokens of the kept units and of the gaps between and around them: each its mark or its text, whichever is less. */
  spent: number;
}

export function nothingKept(tokens: Int32Array): Kept {
  return { tokens, flags: uint8s(tokens.length), count: 0, spent: 0 };
}

/** The indices of all units of the record. */
export function everyUnit({ flags }: Kept): number[] {
  const units: number[] = [];
  for (let unit = 0; unit < flags.length; unit++) units.push(unit);
  return units;
}

/** Keeps one more unit; false when it was kept already. */
export function keep(kept: Kept, unit: number): boolean {
  if (kept.flags[unit] === 1) return false;
  const before = gapTokens(kept, unit - 1, -1);
  const after = gapTokens(kept, unit + 1, 1);
  const own = kept.tokens[unit] ?? 0;
  const closed = kept.count === 0 ? 0 : Math.min(MARK_TOKENS, before + Math.max(1, own) + after);
  kept.flags[unit] = 1;
  kept.count++;
  kept.spent += own + before + after - closed;
  return true;
}

/** Takes back units that were kept after the record stood at `spent`. */
export function undo(kept: Kept, units: readonly number[], spent: number): void {
  for (const unit of units) kept.flags[unit] = 0;
  kept.count -= units.length;
  kept.spent = spent;
}

/** Cost of the gap that starts at `from` and runs to the next kept unit or the record's edge. Looks at few units. */
function gapTokens({ flags, tokens }: Kept, from: number, step: 1 | -1): number {
  let cost = 0;
  for (let at = from; flags[at] === 0 && cost < MARK_TOKENS; at += step) cost += Math.max(1, tokens[at] ?? 0);
  return Math.min(cost, MARK_TOKENS);
}

/** The kept units, ascending, with the gaps closed that cost no more than their mark. */
export function keptUnits({ flags, tokens }: Kept): number[] {
  const units: number[] = [];
  let gapStart = 0;
  for (let at = 0; at <= flags.length; at++) {
    if (flags[at] === 0) continue;
    let cost = 0;
    for (let gap = gapStart; gap < at && cost <= MARK_TOKENS; gap++) cost += Math.max(1, tokens[gap] ?? 0);
    if (cost <= MARK_TOKENS) for (let gap = gapStart; gap < at; gap++) units.push(gap);
    if (at < flags.length) units.push(at);
    gapStart = at + 1;
  }
  return units;
}
