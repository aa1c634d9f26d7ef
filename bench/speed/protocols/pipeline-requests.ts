// The requests of one round of `pipeline`: the same in every process that makes them.
import { type RequestBody, requestOf, textsOfTokens } from "../../corpus/requests.ts";

export interface Asked {
  /** Length of each request, approximately. */
  readonly tokens: number;
  readonly budget: number;
  /** Number of the first request; no two are alike. */
  readonly from: number;
  readonly count: number;
}

export function requestsOf({ tokens, budget, from, count }: Asked): readonly RequestBody[] {
  return Array.from({ length: count }, (_, at) => {
    return requestOf(textsOfTokens(9_000 + tokens + from + at, tokens), budget, from + at);
  });
}
