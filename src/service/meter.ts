// The metered tokens of a request, counted in the stage that measures its records, and the two ceilings of a tier.
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import type { Tier } from "../config/tiers.ts";
import { measure } from "../engine/measure.ts";
import type { MeasuredRecord, Stage } from "../engine/model.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { countTokens } from "../text/tokens.ts";
import { type Failure, requestTooLarge } from "./failure.ts";
import { sourceRecord } from "./request.ts";

export interface Metered {
  /** The records with text in them; none if measuring failed. */
  readonly measured: readonly MeasuredRecord[];
  /** Tokens of every record's text. */
  readonly recordTokens: number;
  /** Compared with the ceiling. */
  readonly metered: number;
}

/** The failure of a request with more records than its tier allows; null if within it. */
export function overRecords(request: ContextRequest, tier: Tier): Failure | null {
  const observed = request.records.length;
  return observed > tier.maxRecords ? requestTooLarge("records", tier.maxRecords, observed) : null;
}

/** The failure of a request with more metered tokens than its tier allows; null if within it. */
export function overInputTokens(observed: number, tier: Tier): Failure | null {
  return observed > tier.maxInputTokens ? requestTooLarge("input_tokens", tier.maxInputTokens, observed) : null;
}

export function meterRequest(request: ContextRequest, stage: Stage): Promise<Metered> {
  return stage(
    "measure",
    (checkpoint) => meteredAs(request, measure(request.records.map(sourceRecord), checkpoint), checkpoint),
    ({ measured }) => ({ records: measured.length }),
  );
}

/** Meters a request whose records could not be measured. */
export function meterUnmeasured(request: ContextRequest): Metered {
  return meteredAs(request, [], unchecked);
}

function meteredAs(request: ContextRequest, measured: readonly MeasuredRecord[], checkpoint: Checkpoint): Metered {
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
 * Tokens of every record's text. What the engine measured is not counted again. The rest are blank records, which the
 * engine leaves out, or all records if measuring failed.
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
