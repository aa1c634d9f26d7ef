// What a command says of a request that cannot be read.
import type { Failure } from "../service/failure.ts";

/** The service's own words; requests that were logged may lack a budget, which was decided elsewhere. */
export function requestProblem(failure: Failure): string {
  const hint = "field" in failure && failure.field.startsWith("budget") ? "; --budget gives one" : "";
  return `${failure.detail}${hint}`;
}
