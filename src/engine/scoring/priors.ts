// Weighs what is known about a record before its words are compared: its kind, its step, the caller's hint, and whether
// the task repeats it.
// In: the analysed request. Out: a factor for each record's scores. A prior never pins and never drops a record.
import { float64s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import { unitsOfUser } from "../index/asker.ts";
import { headRanges } from "../index/fields.ts";
import type { Shape } from "../index/shape.ts";
import type { RecordKind, SegmentedRecord, Task } from "../model.ts";
import { isResult } from "../record-kinds.ts";
import { copiedShares, repeatedTurns } from "./copied-text.ts";
import { NO_GAIN } from "./unit-scores.ts";

interface FreshnessSettings {
  /** Gain of a result of the newest step, as a share of its score; 0 turns freshness off. */
  readonly gain: number;
  /** The share of the gain that remains for each step further back, 0 to 1. */
  readonly decay: number;
}

/** @param steps rank of each record's step, ascending */
export function freshnessFactors(
  records: readonly SegmentedRecord[],
  steps: readonly number[],
  { coding }: Shape,
  { gain, decay }: FreshnessSettings,
): Float64Array {
  const factors = float64s(records.length).fill(1);
  if (!coding) return factors;
  let current = gain;
  let newer = -1;
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index];
    if (record === undefined || !isResult(record)) continue;
    const step = steps[index] ?? 0;
    if (newer >= 0 && step !== newer) current *= decay;
    newer = step;
    factors[index] = 1 + current;
  }
  return factors;
}

export interface PriorSettings {
  /** Factor by kind in an agent's trace; 1 for a kind not listed. */
  readonly traceKinds: Readonly<Partial<Record<RecordKind, number>>>;
  /** How much the newest step of a trace gains over the oldest. */
  readonly recency: number;
  readonly freshness: FreshnessSettings;
  /** Factor for a turn whose whole text the task repeats. */
  readonly echo: number;
  /** Factor for a tool's result that repeats what the agent wrote into its calls. */
  readonly copied: number;
  /** Gain by an importance of 1. The largest gain is twice that. */
  readonly importance: number;
  /** Gain of a record of the task's own step. */
  readonly sameStep: number;
  /** Gain of the schema of the tool about to be called. */
  readonly namedTool: number;
  /** Gain of a record whose text has the shape that the answer should have. */
  readonly outputShape: number;
}

/** Above this share, a result that repeats calls is the agent's own work. */
const COPIED_SHARE_MAX = 0.3;

export function priorFactors(
  analysed: Analysed,
  settings: PriorSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const { records, task, shape } = analysed;
  const steps = stepRanks(records);
  const own = shape.trace ? copiedShares(analysed) : [];
  const last = Math.max(1, steps.at(-1) ?? 0);
  const outputMode = task.outputMode?.toLowerCase() ?? "";
  const repeated = repeatedTurns(task.prompt, records, checkpoint);
  const fresh = freshnessFactors(records, steps, shape, settings.freshness);
  const factors = float64s(records.length);
  records.forEach((record, index) => {
    let factor = (1 + settings.importance * hintOf(record)) * (fresh[index] ?? 1);
    if (shape.trace) {
      factor *= settings.traceKinds[record.kind] ?? 1;
      factor *= 1 + settings.recency * ((steps[index] ?? 0) / last);
    }
    if (task.stepId !== null && record.source.stepId === task.stepId) factor *= 1 + settings.sameStep;
    if ((own[index] ?? 0) > COPIED_SHARE_MAX) factor *= settings.copied;
    if (repeated[index] === 1) factor *= settings.echo;
    if (isNamedTool(task, record)) factor *= 1 + settings.namedTool;
    if (record.type.outputModes.some((mode) => outputMode.includes(mode))) factor *= 1 + settings.outputShape;
    factors[index] = Math.max(0, factor);
  });
  return factors;
}

/** Hints are clamped to these bounds, so a caller can never pin a record with one. */
const HINT_MIN = -1;
const HINT_MAX = 2;

function hintOf({ source }: SegmentedRecord): number {
  return Number.isNaN(source.importance) ? 0 : Math.max(HINT_MIN, Math.min(HINT_MAX, source.importance));
}

/** The rank of each record's step, by first appearance. A record without a step takes that of the previous record. */
function stepRanks(records: readonly SegmentedRecord[]): readonly number[] {
  if (records.every(({ source }) => source.stepId === null)) return ranksWithoutSteps(records);
  const ranks = new Map<string, number>();
  let current = 0;
  return records.map(({ source }) => {
    if (source.stepId !== null) {
      current = ranks.get(source.stepId) ?? ranks.size;
      ranks.set(source.stepId, current);
    }
    return current;
  });
}

/** The same if the caller numbers no steps: a step ends with the results of its calls or with a user's turn. */
function ranksWithoutSteps(records: readonly SegmentedRecord[]): readonly number[] {
  let current = 0;
  return records.map((record, at) => {
    const before = records[at - 1];
    const isOver = before !== undefined && (isResult(before) || before.kind === "user_input");
    if (isOver && !isResult(record)) current += 1;
    return current;
  });
}

function isNamedTool({ toolName }: Task, { source, kind }: SegmentedRecord): boolean {
  return toolName !== null && kind === "tool_schema" && source.title === toolName;
}

/** The gain of the units that name and summarise a tool: the model cannot call a tool that it does not see. */
export function schemaHeadScores({ records, corpus }: Analysed, gain: number): Float64Array {
  const gained = float64s(corpus.blockOf.length);
  let at = 0;
  for (const record of records) {
    const heads = headRanges(record);
    for (const { start, end } of record.units) {
      if (heads.some((head) => head.start < end && start < head.end)) gained[at] = gain;
      at += 1;
    }
  }
  return gained;
}

export const TOLD_PART = "told";

/**
 * Gains of the user's turns in a chat with an assistant, unless the task addresses the assistant.
 * @param scores of the units so far
 * @param weight the gain, as a share of a unit's score
 */
export function toldScores(
  { records, query }: Analysed,
  scores: Float64Array,
  weight: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const told = unitsOfUser(records, query.askerTurns.join("\n"), checkpoint);
  if (told.length === 0) return NO_GAIN;
  const gained = float64s(scores.length);
  for (const unit of told) gained[unit] = weight * (scores[unit] ?? 0);
  return gained;
}
