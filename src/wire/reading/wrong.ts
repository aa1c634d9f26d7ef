// The first thing that is wrong with a request: where, and what. Values only; it never holds the caller's text.
import { badRequest, type Failure } from "../../service/failure.ts";

export interface Wrong {
  /** Path below the value that was looked at, as in `records[3].kind` or `[3]`; "" for the value itself. */
  readonly path: string;
  /** Reads on after the path: `is missing`, `must be a string, not null`. */
  readonly problem: string;
}

export function wrong(problem: string, path = ""): Wrong {
  return { path, problem };
}

/** The same, seen from one level up. */
export function below(parent: string, { path, problem }: Wrong): Wrong {
  const joint = path === "" || path.startsWith("[") ? "" : ".";
  return { path: `${parent}${joint}${path}`, problem };
}

export function failureOf({ path, problem }: Wrong): Failure {
  return badRequest(path, problem);
}
