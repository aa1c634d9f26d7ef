// What a request may use: its metered tokens, counted in the stage that measures its records; the tier's two ceilings;
// and the tier's bound on processor time.
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import type { Tier } from "../config/tiers.ts";
import type { MeasuredRecord, Stage } from "../engine/model.ts";
import { measure } from "../engine/select.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { countTokens } from "../text/tokens.ts";
import type { Environment } from "./call.ts";
import { type Failure, requestTooLarge } from "./failure.ts";
import { sourceRecord } from "./request.ts";

interface Metered {
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
 * Tokens of every record's text. Texts that the engine measured are not counted again. The others are blank records,
 * which the engine leaves out, or all records if measuring failed.
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

/** Callers see this name as `selection_error`. */
export class ComputeLimitExceeded extends Error {
  override readonly name = "ComputeLimitExceeded";
}

/**
 * The same stage wrapper, which throws `ComputeLimitExceeded` beyond the bound. It checks before each stage and at
 * every checkpoint within one. Measuring counts towards the bound but is never stopped by it, because the token ceiling
 * and the bill need its result, and its time is linear in the body. Reading the thread's processor time is a system
 * call, so it is read only after the stages have taken that long by the clock. On a thread that serves several calls in
 * turn, both times must exceed the bound: the stages' own time, so that other calls do not count, and the thread's, so
 * that waiting does not.
 * @param limitMs in milliseconds of processor time
 */
export function withComputeLimit(stage: Stage, limitMs: number, { now, cpuMs }: Environment): Stage {
  const cpuStartedMs = cpuMs();
  let endedStagesMs = 0;
  return (name, work, facts) =>
    stage(
      name,
      (checkpoint) => {
        const startedMs = now();
        const checkLimit = () => {
          if (endedStagesMs + now() - startedMs <= limitMs) return;
          if (cpuMs() - cpuStartedMs > limitMs) throw new ComputeLimitExceeded();
        };
        const checkBoth = () => {
          checkpoint();
          checkLimit();
        };
        try {
          if (name === "measure") return work(checkpoint);
          checkLimit();
          return work(checkBoth);
        } finally {
          endedStagesMs += now() - startedMs;
        }
      },
      facts,
    );
}
