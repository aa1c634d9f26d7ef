// In: records in arrival order. Out: for each tool result, the tool call it answers.
// A result without its call is a number without its question: nobody can tell what was asked.
import { int32s } from "../../text/slab.ts";
import type { ScoredRecord } from "../model.ts";

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
