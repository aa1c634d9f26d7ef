// What a descriptor says about a field beyond its type: its rules, and the names of its enum on /v1.
import { type DescEnum, type DescField, getOption } from "@bufbuild/protobuf";
import { type FieldRule, rule } from "../../../gen/winnow/v1/options_pb.ts";

/** A field without rules has the zero rule: optional, unbounded, not null. */
export function ruleOf(field: DescField): FieldRule {
  return getOption(field, rule);
}

/** The lower-case names of an enum on /v1, without their shared prefix. The value 0 ("unspecified") has no name. */
export function enumNames(desc: DescEnum): ReadonlyMap<number, string> {
  const prefix = desc.sharedPrefix?.length ?? 0;
  const said = desc.values.filter((value) => value.number !== 0);
  return new Map(said.map((value) => [value.number, value.name.slice(prefix).toLowerCase()]));
}

/** Free-form objects are plain JSON, not messages. */
export function isFreeForm(field: DescField): boolean {
  return field.fieldKind === "message" && field.message.typeName === "google.protobuf.Struct";
}
