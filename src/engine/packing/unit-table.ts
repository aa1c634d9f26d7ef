// In: scored records. Out: all their units under one flat numbering with their costs, and the call of each result.
// The arrays are flat because a request may have a hundred thousand units and every packing visits them all.
import { int32s } from "../../text/slab.ts";
import { piecesOnTo, tokensBehind } from "../../text/token-scan.ts";
import type { ScoredRecord } from "../model.ts";

export interface UnitTable {
  readonly count: number;
  /** Tokens of each unit. */
  readonly tokens: Int32Array;
  /** Record index of each unit. */
  readonly owners: Int32Array;
  /** Number of each record's first unit. Has one entry more than there are records; the last one is `count`. */
  readonly firsts: Int32Array;
}

export function tabulate(records: readonly ScoredRecord[]): UnitTable {
  const firsts = int32s(records.length + 1);
  for (let owner = 0; owner < records.length; owner++) {
    firsts[owner + 1] = (firsts[owner] ?? 0) + (records[owner]?.units.length ?? 0);
  }
  const count = firsts[records.length] ?? 0;
  const tokens = int32s(count);
  const owners = int32s(count);
  let id = 0;
  for (let owner = 0; owner < records.length; owner++) {
    const record = records[owner];
    if (record === undefined) break;
    const { scan, units } = record;
    let pieces = 0;
    let before = 0;
    for (const { end } of units) {
      pieces = piecesOnTo(scan, pieces, end);
      const through = tokensBehind(scan, pieces, end);
      tokens[id] = through - before;
      before = through;
      owners[id] = owner;
      id++;
    }
  }
  return { count, tokens, owners, firsts };
}

/** The reason for a call that is sent only because its result is. */
export const CALL_REASON = "call_of_result";

/**
 * For each record, the index (in `records`) of the call it answers, or -1. Calls and results of one step are paired in
 * order. If a step has more results than calls, the remaining results belong to its last call. A result without a step
 * belongs to the call directly before it.
 */
export function pairedCalls(records: readonly ScoredRecord[]): Int32Array {
  const calls = int32s(records.length).fill(-1);
  const open = new Map<string, { pending: number[]; next: number }>();
  records.forEach(({ source, position }, index) => {
    const step = source.stepId === null ? undefined : open.get(source.stepId);
    if (source.kind === "tool_call" && source.stepId !== null) {
      if (step === undefined) open.set(source.stepId, { pending: [index], next: 0 });
      else step.pending.push(index);
    }
    if (source.kind !== "tool_result") return;
    if (step !== undefined) {
      calls[index] = step.pending[Math.min(step.next, step.pending.length - 1)] ?? -1;
      step.next++;
      return;
    }
    const before = records[index - 1];
    if (before?.source.kind === "tool_call" && before.position === position - 1) calls[index] = index - 1;
  });
  return calls;
}

/** A result that repeats its call's arguments in this many first characters is sent without the call. */
const ANSWER_OPENING_CHARACTERS = 300;

/** Words of a call that identify its request: ids, paths, numbers, names. */
const ARGUMENT = /[\p{L}\p{N}_./-]{3,}|\p{N}+/gu;

/** A shorter word must match a whole word, since it occurs inside others by chance. UTF-16 units. */
const SURE_LENGTH_MIN = 3;

/** Structural keys of a call in JSON. */
const CALL_KEYS: ReadonlySet<string> = new Set(["name", "arguments", "args", "input", "function", "type", "id"]);

/** Does the beginning of a result repeat every argument of its call? */
export function repeatsCall(result: ScoredRecord, { source }: ScoredRecord): boolean {
  const opening = result.source.text.slice(0, ANSWER_OPENING_CHARACTERS);
  const words = source.text.slice(0, ANSWER_OPENING_CHARACTERS).match(ARGUMENT) ?? [];
  const stated = words.filter((word) => !CALL_KEYS.has(word) && word !== source.title);
  const alone = new Set(opening.match(ARGUMENT));
  return (
    stated.length > 0 &&
    stated.every((word) => alone.has(word) || (word.length >= SURE_LENGTH_MIN && opening.includes(word)))
  );
}
