// The handlers behind every protocol: health, the list of operating points, and select calls whose form has been
// checked. Only this file catches what the engine throws: the caller then gets the whole context.
import { create } from "@bufbuild/protobuf";
import {
  type ContextRequest,
  type ContextResponse,
  type GetHealthResponse,
  GetHealthResponseSchema,
  type ListOperatingPointsResponse,
  ListOperatingPointsResponseSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import { isUsable } from "../engine/select.ts";
import { defaultLabel, findPoint, publishedLabels, publishedPoints } from "../points/published.ts";
import type { Answer, Call, CallFacts, ContextHandlers, Environment } from "./call.ts";
import { decide, type SelectInput, type SelectOutcome } from "./decide.ts";
import { engineError, framesOf } from "./failure.ts";
import { meterRequest, meterUnmeasured, overInputTokens, overRecords, withComputeLimit } from "./meter.ts";
import { budgetOf, kindNames, ladderOf, loggedRequestId, taskOf, unknownKind } from "./request.ts";
import { respond } from "./respond.ts";

export interface Identity {
  /** Path of the select call, as its route says. */
  readonly selectPath: string;
  /** "" if the service runs from a source tree. */
  readonly buildId: string;
}

export function createHandlers(environment: Environment, identity: Identity): ContextHandlers {
  // Built once, because health checks are the most frequent calls and these answers never change.
  const [points, health] = [listOperatingPoints(), getHealth(identity)];
  return {
    select: (request, call) => select(request, call, environment),
    listOperatingPoints: () => points,
    getHealth: () => health,
  };
}

/** The name the deployment reports for itself. */
const serviceName = "winnow";

/** The labels served, for metrics. */
export const servedPoints = publishedPoints.map(({ label, policyVersion }) => ({
  label,
  policyVersion,
  isDefault: label === defaultLabel,
}));

function listOperatingPoints(): ListOperatingPointsResponse {
  return create(ListOperatingPointsResponseSchema, {
    default: defaultLabel,
    operatingPoints: publishedPoints.map(({ label, policyVersion }) => ({ label, policyVersion })),
  });
}

function getHealth({ selectPath, buildId }: Identity): GetHealthResponse {
  return create(GetHealthResponseSchema, {
    status: "ok",
    service: serviceName,
    endpoint: selectPath,
    defaultOperatingPoint: defaultLabel,
    operatingPoints: publishedPoints.map((point) => point.label),
    buildId,
  });
}

/** Tier ceilings, operating point, engine, answer. */
export async function select(
  request: ContextRequest,
  call: Call,
  environment: Environment,
): Promise<Answer<ContextResponse>> {
  const { now, newRecordId } = environment;
  const started = now();
  const logged = loggedRequestId(request.requestId ?? "");
  call.report({ requestId: logged.text });

  const { tier } = call.caller;
  const tooManyRecords = overRecords(request, tier);
  if (tooManyRecords !== null) return { failure: tooManyRecords };
  const stage = withComputeLimit(call.stage, tier.maxComputeMs, environment);
  const metering = await attempt(call, () => meterRequest(request, stage));
  const { measured, recordTokens: tokensBefore, metered } = metering.value ?? meterUnmeasured(request);
  const tooManyTokens = overInputTokens(metered, tier);
  if (tooManyTokens !== null) return { failure: tooManyTokens };
  const point = findPoint(request.budget?.operatingPoint ?? null);
  if (point === null)
    return { failure: engineError(`budget.operating_point must be one of ${publishedLabels.join(", ")}`) };
  const unknownAt = unknownKind(request);
  if (unknownAt >= 0) return { failure: engineError(`records[${unknownAt}].kind must be one of ${kindNames}`) };

  const input = { measured, task: taskOf(request), budget: budgetOf(request), ladder: ladderOf(request.budget), point };
  const outcome = metering.error === null ? await decideOrFail(input, call, stage) : failed(input, metering.error);
  const recordsAvailable = metering.error === null ? measured.length : usableRecords(request);
  const totals = { tokensBefore, recordsAvailable, latencyMs: now() - started, requestIdSanitized: logged.sanitized };
  const identify = (of: ContextRequest, position: number) => of.records[position]?.id ?? newRecordId();
  const message = respond(request, point, outcome, totals, identify);
  call.report({ meteredTokens: metered, operatingPoint: point.label, ...factsOf(outcome, message) });
  return { message };
}

async function decideOrFail(input: SelectInput, call: Call, stage: Stage): Promise<SelectOutcome> {
  const attempted = await attempt(call, () => decide(input, stage));
  return attempted.error === null ? attempted.value : failed(input, attempted.error);
}

function failed(input: SelectInput, error: string): SelectOutcome {
  return {
    ended: "selection_error",
    error,
    budgetTokens: input.budget.maxContextTokens,
    attempted: [],
    coverage: null,
  };
}

type Attempt<T> = { readonly value: T; readonly error: null } | { readonly value: null; readonly error: string };

/**
 * Turns an exception of the engine into its class name. A cancelled call has no answer, so its exception is rethrown.
 */
async function attempt<T>(call: Call, work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await work(), error: null };
  } catch (thrown) {
    if (call.signal.aborted) throw thrown;
    if (!(thrown instanceof Error)) return { value: null, error: "UnknownError" };
    call.report({ selectionErrorAt: framesOf(thrown) });
    // Not the message, which may hold the caller's text.
    return { value: null, error: thrown.constructor.name };
  }
}

function usableRecords(request: ContextRequest): number {
  return request.records.filter((record) => isUsable(record.text ?? "")).length;
}

function factsOf(outcome: SelectOutcome, message: ContextResponse): CallFacts {
  return {
    outcome: outcome.ended,
    recordsAvailable: message.recordsAvailable,
    recordsSelected: message.recordsSelected,
    tokensBefore: message.tokensBefore,
    tokensAfter: message.tokensAfter,
    ...(message.gate === undefined ? {} : { gateReason: message.gate.reason }),
    ...(outcome.ended === "selection_error" ? { selectionError: outcome.error } : {}),
  };
}
