// What a request weighs, and the two ceilings of a tier it is compared with.
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import type { MeasuredRecord } from "../engine/model.ts";
import type { Tier } from "../gateway/admission.ts";
import { countTokens } from "../text/tokens.ts";
import { type Failure, requestTooLarge } from "./failure.ts";

/** Over the tier's number of records: null when not. */
export function overRecords(request: ContextRequest, tier: Tier): Failure | null {
  const observed = request.records.length;
  return observed > tier.maxRecords ? requestTooLarge("records", tier.maxRecords, observed) : null;
}

/** Over the tier's metered tokens: null when not. */
export function overInputTokens(observed: number, tier: Tier): Failure | null {
  return observed > tier.maxInputTokens ? requestTooLarge("input_tokens", tier.maxInputTokens, observed) : null;
}

/**
 * Tokens of the records' texts and titles, of the task's prompt and of its recent prompts.
 * @param recordTokens tokens of every record's text
 */
export function meteredTokens(request: ContextRequest, recordTokens: number): number {
  let tokens = recordTokens + countTokens(request.task?.prompt ?? "");
  for (const prompt of request.task?.recentPrompts ?? []) tokens += countTokens(prompt);
  for (const record of request.records) if (record.title !== undefined) tokens += countTokens(record.title);
  return tokens;
}

/**
 * Tokens of every record's text. What the engine measured is not counted again; the rest are blank records, which the
 * engine leaves out, or all of them when measuring failed.
 */
export function recordTokens(request: ContextRequest, measured: readonly MeasuredRecord[]): number {
  let tokens = 0;
  let next = 0;
  for (const [position, record] of request.records.entries()) {
    const known = measured[next];
    if (known?.position === position) {
      tokens += known.scan.total;
      next += 1;
    } else {
      tokens += countTokens(record.text ?? "");
    }
  }
  return tokens;
}
