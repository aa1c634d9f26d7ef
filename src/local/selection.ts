// Runs the engine on a request without a server and without a key, for `select`, `eval` and `play`. In: parsed JSON.
// Out: a request as the /v1 reader reads it, and the answer of this machine's own engine.
import { type ContextRequest, ContextRequestSchema, type ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import { plainStage } from "../engine/select.ts";
import type { Caller } from "../gateway/admission.ts";
import { type Fields, isFields } from "../protocols/json/fields.ts";
import { compileJsonReader, type Read } from "../protocols/json/reader.ts";
import { type Answer, machineEnvironment } from "../service/call.ts";
import { select } from "../service/handlers.ts";
import { countTokens } from "../text/tokens.ts";

/** A number of tokens, or a share of all tokens of the records. */
export type BudgetRule = { readonly tokens: number } | { readonly share: number };

/** Values of a command line that replace those of the file. */
export interface Overrides {
  readonly budget?: BudgetRule;
  readonly operatingPoint?: string;
  /** Always asks for per-record detail, which a report needs. */
  readonly detailed?: boolean;
}

/** A local run has no ceilings. */
export const localCaller: Caller = {
  organisation: "local",
  keyId: "local",
  tier: {
    name: "local",
    maxInputTokens: Number.MAX_SAFE_INTEGER,
    maxRecords: Number.MAX_SAFE_INTEGER,
    ratePerSecond: 1,
    burst: 1,
    dailyQuota: null,
    weight: 1,
    maxComputeMs: Number.MAX_SAFE_INTEGER,
  },
};

const readMessage = compileJsonReader(ContextRequestSchema);

/** Reads parsed JSON as a request. It may lack an id, and the fields that the overrides set. */
export function readRequest(value: unknown, overrides: Overrides): Read<ContextRequest> {
  return readMessage(Buffer.from(JSON.stringify(completed(value, overrides))));
}

/** The fields of a request with the overrides and an id. */
export function completed(value: unknown, { budget, operatingPoint, detailed }: Overrides): Fields {
  const object = isFields(value) ? value : {};
  return {
    request_id: "local",
    ...object,
    ...(detailed === true ? { return_per_record: true } : {}),
    budget: {
      ...(isFields(object.budget) ? object.budget : {}),
      ...(budget === undefined ? {} : { max_context_tokens: tokensUnder(budget, object.records) }),
      ...(operatingPoint === undefined ? {} : { operating_point: operatingPoint }),
    },
  };
}

function tokensUnder(rule: BudgetRule, records: unknown): number {
  if ("tokens" in rule) return rule.tokens;
  const list = Array.isArray(records) ? records : [];
  const texts = list.map((record) => (isFields(record) && typeof record.text === "string" ? record.text : ""));
  return Math.ceil(rule.share * texts.reduce((sum, text) => sum + countTokens(text), 0));
}

/** @param stage may throw once `signal` is aborted; the error is rethrown */
export function answerLocally(
  request: ContextRequest,
  stage: Stage,
  signal: AbortSignal,
): Promise<Answer<ContextResponse>> {
  return select(request, { caller: localCaller, signal, stage, report: () => {} }, machineEnvironment);
}

/** @throws Error with the service's error text for a request that it refuses */
export async function selectLocally(request: ContextRequest): Promise<ContextResponse> {
  const answer = await answerLocally(request, plainStage, new AbortController().signal);
  if ("failure" in answer) throw new Error(`${answer.failure.error}: ${answer.failure.detail}`);
  return answer.message;
}
