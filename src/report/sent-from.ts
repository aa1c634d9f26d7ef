// The counterfactual of each dropped record: the smallest budget that would include it, as decided by the engine
// itself. In: the prepared request, the answer's budget, the dropped records. Out: budgets by position. Depends on no
// clock: the size of the request bounds the number of selections.
import type { Budget, Stage } from "../engine/model.ts";
import { type OperatingPoint, type Prepared, selectWithin } from "../engine/select.ts";
import { saves } from "../service/decide.ts";

/** Steps of the grid: at most this many, and fewer for a large request, whose selections take longer. */
const STEPS_MAX = 64;
const STEPS_MIN = 4;

/** Tokens that all selections together may read, which takes about half a second. */
const WORK_TOKENS_MAX = 3_000_000;

/**
 * @param budget of the answer; larger ones are tried as fixed budgets
 * @returns budgets in tokens, by position. A record is sent at its budget, but not at the next smaller one of the grid.
 *   A record that no budget of the grid includes has none.
 */
export async function sentFrom(
  prepared: Prepared,
  budget: Budget,
  dropped: ReadonlySet<number>,
  point: OperatingPoint,
  stage: Stage,
): Promise<ReadonlyMap<number, number>> {
  const grid = budgetGrid(budget.maxContextTokens, prepared.tokens);
  const found = new Map<number, number>();

  /** The records among these that are sent under the budget at this place of the grid. */
  async function sentAt(place: number, positions: readonly number[]): Promise<readonly number[]> {
    const maxContextTokens = grid[place] ?? budget.maxContextTokens;
    const selection = await selectWithin(prepared, { ...budget, maxContextTokens }, point, stage);
    // In both cases the service stands down and sends the whole context.
    if (selection.excerpts.length === 0 || !saves(selection, prepared)) return positions;
    const sent = new Set(selection.excerpts.map(({ record }) => record.position));
    return positions.filter((position) => sent.has(position));
  }

  /** Bisects for all of these records together: none is sent at `low`, and each is sent at `high`. */
  async function bisect(low: number, high: number, positions: readonly number[]): Promise<void> {
    if (positions.length === 0) return;
    if (high - low === 1) {
      for (const position of positions) found.set(position, grid[high] ?? 0);
      return;
    }
    const middle = (low + high) >> 1;
    const below = new Set(await sentAt(middle, positions));
    const isBelow = (position: number) => below.has(position);
    await bisect(low, middle, positions.filter(isBelow));
    await bisect(
      middle,
      high,
      positions.filter((position) => !isBelow(position)),
    );
  }

  const top = grid.length - 1;
  if (top > 0) await bisect(0, top, await sentAt(top, [...dropped]));
  return found;
}

/**
 * Budgets in geometric steps, ascending. The first is the answer's own. The last is twice the whole context, which has
 * room for everything with its headings.
 */
export function budgetGrid(budgetTokens: number, contextTokens: number): readonly number[] {
  const steps = Math.min(STEPS_MAX, Math.max(STEPS_MIN, Math.floor(WORK_TOKENS_MAX / Math.max(1, contextTokens))));
  const lowest = Math.max(1, budgetTokens);
  const ratio = (2 * contextTokens) / lowest;
  const grid = [budgetTokens];
  for (let step = 1; step <= steps && ratio > 1; step++) {
    const tokens = Math.round(lowest * ratio ** (step / steps));
    if (tokens > (grid.at(-1) ?? 0)) grid.push(tokens);
  }
  return grid;
}
