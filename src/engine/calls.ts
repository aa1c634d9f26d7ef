// Pairs the results of tools with their calls, and reads what a call asks for.
import { int32s } from "../text/arrays.ts";
import type { RecordKind, SourceRecord } from "./model.ts";
import { isResult } from "./record-kinds.ts";

/** A record in its place among those of the request. */
interface Placed {
  /** Its index among the records of the request, which may hold blank ones. */
  readonly position: number;
  readonly source: Pick<SourceRecord, "stepId">;
}

/**
 * For each record, the index (in `records`) of the call it answers, or -1. Calls and results of one step are paired in
 * order. If a step has more results than calls, the remaining results belong to its last call. A result without a step
 * belongs to the call directly before it.
 * @param kinds of the records, in the same order
 */
export function pairedCalls(records: readonly Placed[], kinds: readonly RecordKind[]): Int32Array {
  const calls = int32s(records.length).fill(-1);
  const open = new Map<string, { pending: number[]; next: number }>();
  records.forEach(({ source, position }, index) => {
    const kind = kinds[index] ?? "external_data";
    const step = source.stepId === null ? undefined : open.get(source.stepId);
    if (kind === "tool_call" && source.stepId !== null) {
      if (step === undefined) open.set(source.stepId, { pending: [index], next: 0 });
      else step.pending.push(index);
    }
    // The result of a failed call is an error.
    if (!isResult({ kind })) return;
    if (step !== undefined) {
      calls[index] = step.pending[Math.min(step.next, step.pending.length - 1)] ?? -1;
      step.next++;
      return;
    }
    const isAfterCall = kinds[index - 1] === "tool_call" && records[index - 1]?.position === position - 1;
    if (isAfterCall) calls[index] = index - 1;
  });
  return calls;
}

/** A longer call does more than name something, and one with a longer argument asks a question. UTF-16 units. */
const CALL_CHARS_MAX = 300;

/** Calls with a single argument: in the JSON of model APIs, and as code. */
const SINGLE_ARGUMENT = [
  new RegExp(
    /"(?:arguments|args|input|parameters)"\s{0,8}:\s{0,8}"?\{\s{0,8}\\?"[\w-]{1,40}\\?"\s{0,8}:\s{0,8}/.source +
      /(?:\\?"([^"\\\n]{2,80})\\?"|(\d{2,20}))\s{0,8}\}/.source,
  ),
  /^\s{0,8}[\w.-]{1,60}\(\s{0,8}(?:[\w-]{1,40}\s{0,8}=\s{0,8})?["']([^"'\n]{2,80})["']\s{0,8}\)\s*$/,
];

/** What a call asks for by its only argument: a page, a path, an id. Null for any other call. */
export function argumentOf(call: string): string | null {
  if (call.length > CALL_CHARS_MAX) return null;
  for (const form of SINGLE_ARGUMENT) {
    const found = form.exec(call);
    if (found !== null) return found[1] ?? found[2] ?? null;
  }
  return null;
}
