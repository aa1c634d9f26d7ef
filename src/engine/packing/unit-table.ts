// In: scored records. Out: all their units in one flat numbering with their costs, and which call each result answers.
// Flat arrays, because a request may hold a hundred thousand units and every packing walks them.
import { int32s } from "../../text/slab.ts";
import { piecesOnTo, tokensBehind } from "../../text/token-scan.ts";
import type { ScoredRecord } from "../model.ts";

export interface UnitTable {
  readonly count: number;
  /** Tokens of each unit. */
  readonly tokens: Int32Array;
  /** Index of the record each unit belongs to. */
  readonly owners: Int32Array;
  /** Number of each record's first unit; one more entry than records, the last being `count`. */
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

/** Why a call is sent that says nothing of the task itself. */
export const CALL_REASON = "call_of_result";

/**
 * For each record the index (among `records`) of the call it answers, or -1. Calls and results of one step are paired
 * in their order; when a step has more results than calls, the rest belong to its last call. Without a step the call
 * directly before the result counts.
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

/** A result that says in its first characters what it was asked for needs no call above it. */
const ANSWER_OPENING_CHARACTERS = 300;

/** Words of a call that say what it asks for: ids, paths, numbers, names. */
const ARGUMENT = /[\p{L}\p{N}_./-]{3,}|\p{N}+/gu;

/** A shorter word stands inside others by chance, so it must stand alone. UTF-16 units. */
const SURE_LENGTH_MIN = 3;

/** Keys that frame a call in JSON. */
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
