// How well probabilities separate complete selections from incomplete ones; every suite has the same weight.
import type { ScoredRow } from "./scored-row.ts";

/** The weighted share of the rows for which `isOne` holds; NaN without rows. */
export function shareOf(rows: readonly ScoredRow[], isOne: (row: ScoredRow) => boolean): number {
  let part = 0;
  let whole = 0;
  for (const row of rows) {
    whole += row.weight;
    if (isOne(row)) part += row.weight;
  }
  return part / whole;
}

/** Brier score (Brier, 1950): the mean squared difference between probability and outcome. */
export function squaredError(rows: readonly ScoredRow[]): number {
  let sum = 0;
  let whole = 0;
  for (const { probability, all, weight } of rows) {
    sum += weight * (probability - all) ** 2;
    whole += weight;
  }
  return sum / whole;
}

/**
 * The chance that a complete selection has a higher probability than an incomplete one (Mann-Whitney); ties count half.
 */
export function areaUnderCurve(rows: readonly ScoredRow[]): number {
  let below = 0;
  let won = 0;
  let yes = 0;
  const groups = Map.groupBy(
    rows.toSorted((a, b) => a.probability - b.probability),
    ({ probability }) => probability,
  );
  for (const own of groups.values()) {
    let yesHere = 0;
    let noHere = 0;
    for (const { all, weight } of own) {
      if (all === 1) yesHere += weight;
      else noHere += weight;
    }
    won += yesHere * (below + noHere / 2);
    below += noHere;
    yes += yesHere;
  }
  return won / (yes * below);
}
