// What the descriptors say of a field beyond its type: its rules, and the names its enum has on /v1.
import { type DescEnum, type DescField, getOption } from "@bufbuild/protobuf";
import { type FieldRule, rule } from "../../../gen/winnow/v1/options_pb.ts";

/** A field without rules has the zero rule: optional, unbounded, not null. */
export function ruleOf(field: DescField): FieldRule {
  return getOption(field, rule);
}

/**
 * The lower-case names of an enum on /v1: value names without the prefix that all of them share.
 * The value 0 ("not said") has no name there.
 */
export function enumNames(desc: DescEnum): ReadonlyMap<number, string> {
  const prefix = desc.sharedPrefix?.length ?? 0;
  const said = desc.values.filter((value) => value.number !== 0);
  return new Map(said.map((value) => [value.number, value.name.slice(prefix).toLowerCase()]));
}

/** Free-form objects are carried as plain JSON and not as messages. */
export function isFreeForm(field: DescField): boolean {
  return field.fieldKind === "message" && field.message.typeName === "google.protobuf.Struct";
}
