// Selections with the likelihood that they contain all the evidence, from a model that never saw their kind. In: rows
// of labelled cases. Out: the same with that likelihood.
import { FEATURES, type Features, variablesOf } from "../../src/engine/coverage/likelihood.ts";
import type { PointRow } from "../run-case.ts";
import { kindOf } from "./kinds.ts";
import { type Example, type Fitted, fitLogistic, likelihoodBy } from "./logistic.ts";

/** A selection of a labelled case. */
export interface JudgedRow extends Omit<PointRow, "judgement"> {
  readonly features: Features;
  readonly covered: boolean;
  readonly evidence: number;
  readonly all: number;
  /** Gives every suite the same weight. */
  readonly weight: number;
}

export interface ScoredRow extends JudgedRow {
  readonly likely: number;
}

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

/** Scores every row by a model of the other kinds. */
export function scoreUnseen(rows: readonly JudgedRow[]): readonly ScoredRow[] {
  const byKind = Map.groupBy(rows, ({ suite }) => kindOf(suite));
  return [...byKind].flatMap(([kind, own]) => {
    const model = fitRows(rows.filter(({ suite }) => kindOf(suite) !== kind));
    return own.map((row) => ({ ...row, likely: likelihoodBy(model, exampleOf(row).variables) ** row.features.pieces }));
  });
}

function exampleOf({ features, all, weight }: JudgedRow): Example {
  const variables = variablesOf(features);
  return { variables: FEATURES.map((name) => variables[name]), yes: all === 1, weight };
}
