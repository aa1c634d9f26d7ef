// What an answer costs in the prompt.
// In: an answer. Out: the tokens of what is sent, headings and marks included; of the whole context where that is sent.
import type { ContextResponse } from "../../gen/winnow/v1/context_pb.ts";

export function sentTokens({ formatMetrics, tokensAfter }: ContextResponse): number {
  const rendered = formatMetrics?.rendered_tokens;
  return typeof rendered === "number" ? rendered : tokensAfter;
}
