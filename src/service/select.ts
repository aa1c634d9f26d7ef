// One select call after the wire has checked its form: ceilings, operating point, engine, answer.
// The only place that catches what the engine throws: the caller then gets the whole context.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { isUsable } from "../engine/measure.ts";
import { findPoint, publishedLabels } from "../points/published.ts";
import type { Answer, Call, CallFacts } from "./answer.ts";
import { type Asked, decide } from "./decide.ts";
import { engineError } from "./failure.ts";
import { framesOf } from "./frames.ts";
import { budgetOf, ladderOf, taskOf, unknownKind } from "./intake.ts";
import { overInputTokens, overRecords, unmeasured, weigh } from "./meter.ts";
import type { SelectOutcome } from "./outcome.ts";
import { kindNames } from "./record-kinds.ts";
import { loggedRequestId } from "./request-id.ts";
import { respond } from "./respond.ts";
import type { Surroundings } from "./surroundings.ts";

export async function select(
  request: ContextRequest,
  call: Call,
  { now, newRecordId }: Surroundings,
): Promise<Answer<ContextResponse>> {
  const started = now();
  const logged = loggedRequestId(request.requestId ?? "");
  call.report({ requestId: logged.text });

  const { tier } = call.caller;
  const crowded = overRecords(request, tier);
  if (crowded !== null) return { failure: crowded };
  const weighing = await settle(call, () => weigh(request, call.stage));
  const { measured, recordTokens: tokensBefore, metered } = weighing.value ?? unmeasured(request);
  const heavy = overInputTokens(metered, tier);
  if (heavy !== null) return { failure: heavy };
  const point = findPoint(request.budget?.operatingPoint ?? null);
  if (point === null)
    return { failure: engineError(`budget.operating_point must be one of ${publishedLabels.join(", ")}`) };
  const strange = unknownKind(request);
  if (strange >= 0) return { failure: engineError(`records[${strange}].kind must be one of ${kindNames}`) };

  const asked = { measured, task: taskOf(request), budget: budgetOf(request), ladder: ladderOf(request.budget), point };
  const outcome = weighing.error === null ? await outcomeOf(asked, call) : failed(asked, weighing.error);
  const recordsAvailable = weighing.error === null ? measured.length : usableRecords(request);
  const totals = { tokensBefore, recordsAvailable, latencyMs: now() - started, requestIdSanitized: logged.sanitized };
  const identify = (of: ContextRequest, position: number) => of.records[position]?.id ?? newRecordId();
  const message = respond(request, point, outcome, totals, identify);
  call.report({ meteredTokens: metered, operatingPoint: point.label, ...factsOf(outcome, message) });
  return { message };
}

async function outcomeOf(asked: Asked, call: Call): Promise<SelectOutcome> {
  const settled = await settle(call, () => decide(asked, call.stage));
  return settled.error === null ? settled.value : failed(asked, settled.error);
}

function failed(asked: Asked, error: string): SelectOutcome {
  return { ended: "selection_error", error, budgetTokens: asked.budget.maxTokens, attempted: [], coverage: null };
}

type Settled<T> = { readonly value: T; readonly error: null } | { readonly value: null; readonly error: string };

/** Turns what the engine throws into its class name. A call that was cancelled has no answer and goes on throwing. */
async function settle<T>(call: Call, work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work(), error: null };
  } catch (thrown) {
    if (call.signal.aborted) throw thrown;
    if (!(thrown instanceof Error)) return { value: null, error: "UnknownError" };
    call.report({ selectionErrorAt: framesOf(thrown) });
    // The class and never the message: a message may hold text of the caller's.
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
