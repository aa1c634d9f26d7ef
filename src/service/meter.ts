// What a request weighs, counted in the stage that measures its records, and the two ceilings of a tier it is compared
// with.
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import { measure } from "../engine/measure.ts";
import type { MeasuredRecord, Stage } from "../engine/model.ts";
import type { Tier } from "../gateway/admission.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { countTokens } from "../text/tokens.ts";
import { type Failure, requestTooLarge } from "./failure.ts";
import { sourceRecord } from "./intake.ts";

export interface Weight {
  /** The records with text in them; none when measuring failed. */
  readonly measured: readonly MeasuredRecord[];
  /** Tokens of every record's text. */
  readonly recordTokens: number;
  /** What the ceiling is held against. */
  readonly metered: number;
}

/** Over the tier's number of records: null when not. */
export function overRecords(request: ContextRequest, tier: Tier): Failure | null {
  const observed = request.records.length;
  return observed > tier.maxRecords ? requestTooLarge("records", tier.maxRecords, observed) : null;
}

/** Over the tier's metered tokens: null when not. */
export function overInputTokens(observed: number, tier: Tier): Failure | null {
  return observed > tier.maxInputTokens ? requestTooLarge("input_tokens", tier.maxInputTokens, observed) : null;
}

export function weigh(request: ContextRequest, stage: Stage): Promise<Weight> {
  return stage(
    "measure",
    (checkpoint) => weighed(request, measure(request.records.map(sourceRecord), checkpoint), checkpoint),
    ({ measured }) => ({ records: measured.length }),
  );
}

/** The weight of a request whose records could not be measured. */
export function unmeasured(request: ContextRequest): Weight {
  return weighed(request, [], unchecked);
}

function weighed(request: ContextRequest, measured: readonly MeasuredRecord[], checkpoint: Checkpoint): Weight {
  const tokens = recordTokens(request, measured, checkpoint);
  return { measured, recordTokens: tokens, metered: meteredTokens(request, tokens, checkpoint) };
}

/**
 * Tokens of the records' texts and titles, of the task's prompt and of its recent prompts.
 * @param ofRecords tokens of every record's text
 */
function meteredTokens({ task, records }: ContextRequest, ofRecords: number, checkpoint: Checkpoint): number {
  let tokens = ofRecords + countTokens(task?.prompt ?? "", checkpoint);
  for (const prompt of task?.recentPrompts ?? []) tokens += countTokens(prompt, checkpoint);
  for (const { title } of records) if (title !== undefined) tokens += countTokens(title, checkpoint);
  return tokens;
}

/**
 * Tokens of every record's text. What the engine measured is not counted again; the rest are blank records, which the
 * engine leaves out, or all of them when measuring failed.
 */
function recordTokens(request: ContextRequest, measured: readonly MeasuredRecord[], checkpoint: Checkpoint): number {
  let tokens = 0;
  let next = 0;
  request.records.forEach((record, position) => {
    const known = measured[next];
    if (known?.position === position) {
      tokens += known.scan.total;
      next += 1;
    } else {
      tokens += countTokens(record.text ?? "", checkpoint);
    }
  });
  return tokens;
}
