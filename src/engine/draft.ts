// One record while it is being packed: which of its units are kept so far, and what the next one would add.
// In: the record's unit costs. Out: tokens spent, the marks for what is left out included. Mutable, owned by pack.
import { MARK_TOKENS } from "./marks.ts";

export interface Draft {
  /** Tokens of each unit. */
  readonly tokens: Int32Array;
  /** 1 for each kept unit. */
  readonly kept: Uint8Array;
  count: number;
  /** Tokens of the kept units and of the gaps between and around them: each its mark or its text, whichever is less. */
  spent: number;
}

export function newDraft(tokens: Int32Array): Draft {
  return { tokens, kept: new Uint8Array(tokens.length), count: 0, spent: 0 };
}

/** Keeps one more unit; false when it was kept already. */
export function keep(draft: Draft, unit: number): boolean {
  if (draft.kept[unit] === 1) return false;
  const before = gapTokens(draft, unit - 1, -1);
  const after = gapTokens(draft, unit + 1, 1);
  const own = draft.tokens[unit] ?? 0;
  const closed = draft.count === 0 ? 0 : Math.min(MARK_TOKENS, before + Math.max(1, own) + after);
  draft.kept[unit] = 1;
  draft.count++;
  draft.spent += own + before + after - closed;
  return true;
}

/** Takes units back that were kept after the draft stood at `spent`. */
export function undo(draft: Draft, units: readonly number[], spent: number): void {
  for (const unit of units) draft.kept[unit] = 0;
  draft.count -= units.length;
  draft.spent = spent;
}

/** Cost of the gap that starts at `from` and runs to the next kept unit or the record's edge. Looks at few units. */
function gapTokens({ kept, tokens }: Draft, from: number, step: 1 | -1): number {
  let cost = 0;
  for (let at = from; kept[at] === 0 && cost < MARK_TOKENS; at += step) cost += Math.max(1, tokens[at] ?? 0);
  return Math.min(cost, MARK_TOKENS);
}

/** The kept units, ascending, with the gaps closed that cost no more than their mark. */
export function keptUnits({ kept, tokens }: Draft): number[] {
  const units: number[] = [];
  let gapStart = 0;
  for (let at = 0; at <= kept.length; at++) {
    if (kept[at] === 0) continue;
    let cost = 0;
    for (let gap = gapStart; gap < at && cost <= MARK_TOKENS; gap++) cost += Math.max(1, tokens[gap] ?? 0);
    if (cost <= MARK_TOKENS) for (let gap = gapStart; gap < at; gap++) units.push(gap);
    if (at < kept.length) units.push(at);
    gapStart = at + 1;
  }
  return units;
}
