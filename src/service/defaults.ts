// The values of fields that were not sent, read from the proto file's `default_json`. Nothing else restates them.
import { type DescField, type DescMessage, getOption, type JsonValue } from "@bufbuild/protobuf";
import { rule } from "../../gen/winnow/v1/options_pb.ts";

/** undefined for a field without a default of its own, which then has its type's zero value. */
export function defaultOf(field: DescField): JsonValue | undefined {
  const { defaultJson } = getOption(field, rule);
  if (defaultJson === "") return undefined;
  const value: JsonValue = JSON.parse(defaultJson);
  return value;
}

/**
 * @param name the field's name in TypeScript, as in `returnPerRecord`
 * @throws Error when the field is unknown or its default is no boolean: a mistake in the proto file
 */
export function booleanDefault(schema: DescMessage, name: string): boolean {
  const value = namedDefault(schema, name);
  if (typeof value !== "boolean") throw new Error(`${schema.typeName}.${name} has no boolean default`);
  return value;
}

/** The same for a string field, and for the /v1 name of an enum field. */
export function textDefault(schema: DescMessage, name: string): string {
  const value = namedDefault(schema, name);
  if (typeof value !== "string") throw new Error(`${schema.typeName}.${name} has no text default`);
  return value;
}

function namedDefault(schema: DescMessage, name: string): JsonValue | undefined {
  const field = schema.field[name];
  return field === undefined ? undefined : defaultOf(field);
}
