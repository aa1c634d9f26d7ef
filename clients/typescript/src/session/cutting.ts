// Cuts tool results: asks the service once about all of them together, and records a decision about each in the ledger.
import type { TaskSpec } from "../gen/shapes.ts";
import { newRequestId, type Selection, type WinnowClient } from "../select.ts";
import type { Ledger } from "./ledger.ts";
import type { ToolResult } from "./results.ts";

export interface CuttingOptions {
  readonly client: WinnowClient;
  readonly ledger: Ledger;
  readonly countTokens: (text: string) => number;
  readonly operatingPoint: string | undefined;
  readonly onSelection: (selection: Selection) => void;
}

/** A cut that saves less than this share of the tokens is not worth its mark. */
const SAVED_SHARE_MIN = 0.1;

/** @returns whether the service selected. If not, nothing is recorded. */
export async function cutResults(
  results: readonly ToolResult[],
  task: TaskSpec,
  budgetTokens: number,
  signal: AbortSignal | undefined,
  { client, ledger, countTokens, operatingPoint, onSelection }: CuttingOptions,
): Promise<boolean> {
  const originals = results.map(({ call, content }) => ledger.find(call, content)?.original ?? content);
  const records = results.map(({ call, tool }, index) => {
    return { id: `r${index}`, kind: "tool_result", text: originals[index] ?? "", title: tool, step_id: call } as const;
  });
  const budget = { max_context_tokens: Math.max(1, Math.floor(budgetTokens)), operating_point: operatingPoint };
  const selection = await client.select({ request_id: newRequestId(), records, task, budget }, { signal });
  onSelection(selection);
  const excerpts = excerptsOf(selection);
  if (excerpts === null) return false;
  results.forEach(({ call }, index) => {
    const original = originals[index] ?? "";
    const excerpt = excerpts.get(`r${index}`) ?? "";
    ledger.record(call, original, (handle) => marked(original, excerpt, handle, countTokens));
  });
  return true;
}

/** The excerpts by record; null if nothing was selected or the answer has no detail. */
function excerptsOf({ response }: Selection): ReadonlyMap<string, string> | null {
  if (response === null || response.fallback_used || response.selected.length === 0) return null;
  return new Map(response.selected.map(({ record_id, excerpt }) => [record_id, excerpt]));
}

/** The excerpt with the mark of the cut; null if that saves too little. */
function marked(
  original: string,
  excerpt: string,
  handle: string,
  countTokens: (text: string) => number,
): string | null {
  const tokens = countTokens(original);
  const omitted = tokens - countTokens(excerpt);
  if (omitted < SAVED_SHARE_MIN * tokens) return null;
  const mark = `...[${handle}: about ${omitted} tokens omitted]`;
  return excerpt === "" ? mark : `${excerpt}\n${mark}`;
}
