// The first violation in a request: its path and its text. They do not contain the caller's text, except for the few
// characters that the JSON parser quotes. Also the types of parsed JSON and of messages, whose field names are known
// only at run time, and the rules of a field beyond its type.
import { type DescEnum, type DescField, getOption } from "@bufbuild/protobuf";
import { type FieldRule, rule } from "../../../gen/winnow/v1/options_pb.ts";
import { badRequest, type Failure } from "../../service/failure.ts";

export interface Violation {
  /** Path relative to the checked value, as in `records[3].kind` or `[3]`; "" for the value itself. */
  readonly path: string;
  /** Follows the path in the error text: `is missing`, `must be a string, not null`. */
  readonly problem: string;
}

export function violation(problem: string, path = ""): Violation {
  return { path, problem };
}

/** The same violation, with its path relative to the parent. */
export function below(parent: string, { path, problem }: Violation): Violation {
  const joint = path === "" || path.startsWith("[") ? "" : ".";
  return { path: `${parent}${joint}${path}`, problem };
}

export function failureOf({ path, problem }: Violation): Failure {
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

/** JSON's name for the type of a value, with its article, for error texts. */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The most that is kept of the parser's message. UTF-16 units. */
const CHARACTERS_MAX = 160;

export function parserMessage(message: string): string {
  return message.slice(0, CHARACTERS_MAX).toWellFormed();
}

/** A field without rules has the zero rule: optional, unbounded, not null. */
export function ruleOf(field: DescField): FieldRule {
  return getOption(field, rule);
}

/** The lower-case names of an enum on /v1, without their shared prefix. The value 0 ("unspecified") has no name. */
export function enumNames(desc: DescEnum): ReadonlyMap<number, string> {
  const prefix = desc.sharedPrefix?.length ?? 0;
  const named = desc.values.filter((value) => value.number !== 0);
  return new Map(named.map((value) => [value.number, value.name.slice(prefix).toLowerCase()]));
}

/** Free-form objects are plain JSON, not messages. */
export function isFreeForm(field: DescField): boolean {
  return field.fieldKind === "message" && field.message.typeName === "google.protobuf.Struct";
}
