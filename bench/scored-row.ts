// Selections with the likelihood, given by a model that never saw their suite, that they hold all the evidence.
// In: rows of labelled cases. Out: the same with that likelihood. Must keep suites apart: cases of one suite resemble
// each other, and a model that has seen some of them looks better than it is.
import { FEATURES, type Features, variablesOf } from "../src/engine/coverage/likelihood.ts";
import { type Example, type Fitted, fitLogistic, likelihoodBy } from "./logistic.ts";
import type { PointRow } from "./run-case.ts";

/** A selection of a labelled case. */
export interface JudgedRow extends Omit<PointRow, "judgement"> {
  readonly features: Features;
  readonly covered: boolean;
  readonly evidence: number;
  readonly all: number;
  /** So that every suite counts the same. */
  readonly weight: number;
}

export interface ScoredRow extends JudgedRow {
  readonly likely: number;
}

const FOLDS = 6;

export function judgedRows(rows: readonly PointRow[]): readonly JudgedRow[] {
  const judged = rows.flatMap(({ judgement, evidence, all, ...row }) =>
    judgement === null || evidence === null || all === null ? [] : [{ ...row, ...judgement, evidence, all }],
  );
  const counts = new Map<string, number>();
  for (const { suite } of judged) counts.set(suite, (counts.get(suite) ?? 0) + 1);
  const mean = judged.length / counts.size;
  return judged.map((row) => ({ ...row, weight: mean / (counts.get(row.suite) ?? 1) }));
}

export function fitRows(rows: readonly JudgedRow[]): Fitted {
  return fitLogistic(rows.map(exampleOf));
}

/** Every row by the model of the other folds. */
export function scoreUnseen(rows: readonly JudgedRow[]): readonly ScoredRow[] {
  const suites = [...new Set(rows.map(({ suite }) => suite))].sort();
  const foldOf = new Map(suites.map((suite, at) => [suite, at % FOLDS]));
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    fitRows(rows.filter(({ suite }) => foldOf.get(suite) !== fold)),
  );
  return rows.map((row) => {
    const model = models[foldOf.get(row.suite) ?? 0] ?? { bias: 0, weights: [] };
    return { ...row, likely: likelihoodBy(model, exampleOf(row).variables) };
  });
}

function exampleOf({ features, all, weight }: JudgedRow): Example {
  const variables = variablesOf(features);
  return { variables: FEATURES.map((name) => variables[name]), yes: all === 1, weight };
}
