// How much of the needed context is kept at each of several budgets, by Winnow and by each baseline. In: requests, one
// after the other. Out: means over the requests for which the gate lets Winnow select. A stand-down sends everything
// and would only raise Winnow's line, so the curve leaves it out.
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import { measureAll, type Prepared, plainStage, prepare, release, selectWithin } from "../engine/select.ts";
import { findPoint } from "../points/published.ts";
import { sourceRecord, taskOf } from "../service/request.ts";
import { countTokens } from "../text/tokens.ts";
import { baselines, fillBudgets } from "./baselines.ts";
import { type Gold, shareInText } from "./evidence.ts";

/** Shares of a request's tokens. */
export const BUDGET_SHARES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75] as const;

export const WINNOW = "Winnow";

/** `evidence`: labelled passages. `terms`: the terms of the task; rare terms weigh more. */
type Measure = "evidence" | "terms";

/** Shares from 0 to 1; null if nothing is labelled, or if no record holds a term of the task. */
type Kept = Readonly<Record<Measure, number | null>>;

/** By method, an entry for each of `BUDGET_SHARES`. */
export type RequestCurve = ReadonlyMap<string, readonly Kept[]>;

/** @returns null if the gate stands down or no record holds usable text */
export async function curveOf(request: ContextRequest, gold: Gold | null): Promise<RequestCurve | null> {
  const point = findPoint(request.budget?.operatingPoint ?? null);
  const records = request.records.map(sourceRecord);
  const measured = await measureAll(records, plainStage);
  if (point === null || measured.length === 0) return null;
  const task = taskOf(request);
  const prepared = await prepare(measured, task, point, plainStage);
  try {
    if (!prepared.gate.engaged) return null;
    const termShare = termShareOf(prepared);
    const keptIn = (text: string): Kept => ({
      evidence: gold === null ? null : shareInText(gold, text),
      terms: termShare(text),
    });
    const budgets = BUDGET_SHARES.map((share) => Math.ceil(share * prepared.tokens));
    const own: Kept[] = [];
    for (const maxContextTokens of budgets) {
      const budget = { maxContextTokens, maxRecords: null, renderFormat: "plain" } as const;
      const selection = await selectWithin(prepared, budget, point, plainStage);
      own.push(keptIn(selection.excerpts.length === 0 ? "" : selection.rendered()));
    }
    const curve = new Map([[WINNOW, own]]);
    for (const [name, rank] of Object.entries(baselines)) {
      const fill = fillBudgets(rank(records, task.prompt), countTokens);
      const kept = budgets.map((maxContextTokens) => keptIn(fill(maxContextTokens)));
      curve.set(name, kept);
    }
    return curve;
  } finally {
    release(prepared);
  }
}

/**
 * The share of the task's terms that a text contains, counting only terms that the records contain. A term weighs ln(1
 * + blocks / blocks with its rarest word), the inverse document frequency of Spärck Jones (1972).
 */
function termShareOf({ analysed }: Prepared): (text: string) => number | null {
  const { vocabulary, blockFrequency, blocks } = analysed.corpus;
  const { count, terms, termsFrom } = analysed.needs().evidenceTerms;
  const needs = Array.from({ length: count }, (_, number) => {
    const own = [...terms.subarray(termsFrom[number], termsFrom[number + 1])];
    const rarest = Math.min(...own.map((term) => blockFrequency[term] ?? 0));
    return { own, weight: rarest === 0 ? 0 : Math.log(1 + blocks / rarest) };
  }).filter(({ own, weight }) => own.length > 0 && weight > 0);
  const all = needs.reduce((sum, { weight }) => sum + weight, 0);
  return (text) => {
    if (all === 0) return null;
    const held = new Set(vocabulary.termsIn(text));
    const kept = needs.filter(({ own }) => own.every((term) => held.has(term)));
    return kept.reduce((sum, { weight }) => sum + weight, 0) / all;
  };
}

export interface Curve {
  readonly measure: Measure;
  readonly requests: number;
  /** Winnow first. */
  readonly lines: readonly Line[];
  readonly knee: Knee;
}

export interface Line {
  readonly method: string;
  /** Mean share kept, an entry for each of `BUDGET_SHARES`. */
  readonly kept: readonly number[];
}

/** The budget beyond which each further token keeps less than its share. */
interface Knee {
  readonly budget: number;
  readonly kept: number;
}

/** Sums the curves of many requests, so that none of them must stay in memory. */
export function createCurveSums(): { readonly add: (curve: RequestCurve) => void; readonly curves: () => Curve[] } {
  const measures = ["evidence", "terms"] as const;
  const sums = new Map(measures.map((measure) => [measure, { requests: 0, byMethod: new Map<string, number[]>() }]));
  return {
    add: (curve) => {
      for (const measure of measures) {
        const sum = sums.get(measure);
        if (sum === undefined || curve.get(WINNOW)?.[0]?.[measure] == null) continue;
        sum.requests += 1;
        for (const [method, kept] of curve) {
          const before = sum.byMethod.get(method) ?? kept.map(() => 0);
          sum.byMethod.set(
            method,
            before.map((value, at) => value + (kept[at]?.[measure] ?? 0)),
          );
        }
      }
    },
    curves: () =>
      [...sums].flatMap(([measure, { requests, byMethod }]) => {
        const lines = [...byMethod].map(([method, kept]) => ({ method, kept: kept.map((sum) => sum / requests) }));
        const [own] = lines;
        return own === undefined ? [] : [{ measure, requests, lines, knee: kneeOf(own.kept) }];
      }),
  };
}

/**
 * The point farthest above the diagonal from "nothing sent, nothing kept" to "everything sent, everything kept"
 * (Satopää et al., "Finding a 'Kneedle' in a Haystack", 2011).
 */
export function kneeOf(kept: readonly number[]): Knee {
  const points = BUDGET_SHARES.map((budget, at) => ({ budget, kept: kept[at] ?? 0 }));
  return points.reduce((best, point) => (point.kept - point.budget > best.kept - best.budget ? point : best));
}
