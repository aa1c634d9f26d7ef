// The defaults of absent fields, from the descriptors, for the service, the writer of `/v1` and the documents.
import { type DescField, getOption, type JsonValue } from "@bufbuild/protobuf";
import { rule } from "../../gen/winnow/v1/options_pb.ts";

/**
 * The default of an absent field, as `default_json` in the proto file says. No other file repeats it.
 * @returns undefined for a field without a default, which then has its type's zero value
 */
export function defaultOf(field: DescField): JsonValue | undefined {
  const { defaultJson } = getOption(field, rule);
  if (defaultJson === "") return undefined;
  const value: JsonValue = JSON.parse(defaultJson);
  return value;
}

/** @throws Error if the field's default is not a boolean: an error in the proto file */
export function booleanDefault(field: DescField): boolean {
  const value = defaultOf(field);
  if (typeof value !== "boolean") throw new Error(`${field} has no boolean default`);
  return value;
}
