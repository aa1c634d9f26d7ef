// Selections with the probability that they contain all the evidence, from a model that never saw their kind.
import { FEATURES, type Features, variablesOf } from "../../src/engine/coverage/completeness.ts";
import type { PointRow } from "../run-case.ts";
import { type Example, type Fitted, fitLogistic, probabilityBy } from "./logistic.ts";

/** Suites of one kind are alike: a model looks better than it is on a kind that it was trained on. */
const KINDS: readonly (readonly string[])[] = [
  ["nq", "clapnq", "fetaqa", "cmrc_zh", "xquad_multi", "rgb_zh", "domainrag_zh", "hotpotqa"],
  ["climate_fever", "evidence_inference", "entailment"],
  ["tatqa", "wtq_rows", "kv_lookup"],
  ["json_api", "json_blob"],
  ["loghub_kw", "loghub_nl", "test_logs"],
  ["bfcl", "bfcl_multiturn", "restbench", "toolret_apibank", "toolret_toolink"],
  ["spider_schema", "sql_sessions"],
  ["swe_traj", "code_search_swe", "repo_code", "cosqa_code"],
  ["tau_airline", "tau_retail"],
];

/** A suite that no kind lists is its own kind. */
function kindOf(suite: string): string {
  return KINDS.find((suites) => suites.includes(suite))?.[0] ?? suite;
}

/** A selection of a labelled case. */
interface JudgedRow extends Omit<PointRow, "judgement"> {
  readonly features: Features;
  readonly covered: boolean;
  readonly evidence: number;
  readonly all: number;
  /** Gives every suite the same weight. */
  readonly weight: number;
}

export interface ScoredRow extends JudgedRow {
  /** The probability that the selection contains all the evidence. */
  readonly probability: number;
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
    return own.map((row) => {
      return { ...row, probability: probabilityBy(model, exampleOf(row).variables) ** row.features.pieces };
    });
  });
}

function exampleOf({ features, all, weight }: JudgedRow): Example {
  const variables = variablesOf(features);
  return { variables: FEATURES.map((name) => variables[name]), yes: all === 1, weight };
}
