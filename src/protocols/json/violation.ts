// The first violation in a request: where it is and what it is. Values only; they never hold the caller's text. And the
// objects in which it is found: parsed JSON and messages, whose fields are named at run time.
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

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message as its fields. */
export function fieldsOf(message: object): Fields {
  if (!isFields(message)) throw new TypeError("a message is a plain object");
  return message;
}

/** What JSON calls the value, with its article: for error texts. */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Characters that are passed on. */
const CHARACTERS_MAX = 160;

export function parserWords(message: string): string {
  return message.slice(0, CHARACTERS_MAX).toWellFormed();
}
