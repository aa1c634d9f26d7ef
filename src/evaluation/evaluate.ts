// Runs the engine on one request and measures the effect of selection. It never throws for an invalid request, because
// one bad line must not end a long run.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { plainStage } from "../engine/select.ts";
import { type BudgetRule, readRequest, selectLocally } from "../local/selection.ts";
import { type Fields, isFields } from "../protocols/json/fields.ts";
import { type Insight, insightInto } from "../report/insight.ts";
import { selectionReport } from "../report/selection-report.ts";
import { countTokens } from "../text/tokens.ts";
import { errorMessage } from "../thrown.ts";
import type { EvaluationCase } from "./cases.ts";
import { curveOf, type RequestCurve } from "./curve.ts";
import type { PromptPart } from "./money.ts";
import { type Row, rowOf } from "./summary.ts";

/** For a request without a budget, as in a message log. */
const BUDGET_DEFAULT: BudgetRule = { share: 0.25 };

interface EvaluateOptions {
  /** null takes the request's own, or else a quarter of its tokens. */
  readonly budget: BudgetRule | null;
  /** null takes the request's own, or else the default. */
  readonly operatingPoint: string | null;
}

interface Evaluated {
  readonly row: Row;
  /** null if the gate stands down. */
  readonly curve: RequestCurve | null;
  readonly untrimmed: readonly PromptPart[];
  readonly sent: readonly PromptPart[];
  /** The page of this request. */
  readonly report: () => string;
}

export async function evaluate(
  one: EvaluationCase,
  { budget, operatingPoint }: EvaluateOptions,
): Promise<Evaluated | { readonly problem: string }> {
  try {
    const rule = budget ?? (hasBudget(one.request) ? null : BUDGET_DEFAULT);
    const read = readRequest(one.request, {
      ...(rule === null ? {} : { budget: rule }),
      ...(operatingPoint === null ? {} : { operatingPoint }),
      detailed: true,
    });
    if ("failure" in read) return { problem: read.failure.detail };
    const request = read.message;
    const response = await selectLocally(request);
    return await measured(one, request, response, await insightInto(request, response, plainStage));
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

async function measured(
  one: EvaluationCase,
  request: ContextRequest,
  response: ContextResponse,
  insight: Insight | null,
): Promise<Evaluated> {
  const row = rowOf(one, request, response, insight);
  const prompt = request.task?.prompt ?? "";
  const task: PromptPart = { text: prompt, tokens: countTokens(prompt) };
  const records = request.records.map(({ text = "" }) => ({ text, tokens: countTokens(text) }));
  const sent = response.fallbackUsed ? records : linesOf(response.renderedContext, row.tokensSent);
  return {
    row,
    curve: await curveOf(request, one.gold),
    untrimmed: [...records, task],
    sent: [...sent, task],
    report: () => selectionReport(request, response, insight),
  };
}

/**
 * The lines of a text, with its tokens spread in proportion to their lengths. That is enough to find where two texts
 * begin to differ.
 */
function linesOf(text: string, tokens: number): readonly PromptPart[] {
  return text.split("\n").map((line) => ({ text: line, tokens: (tokens * (line.length + 1)) / (text.length + 1) }));
}

function hasBudget({ budget }: Fields): boolean {
  return isFields(budget) && budget.max_context_tokens !== undefined;
}
