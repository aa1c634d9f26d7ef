// What an absent field means, read from the rules of the proto file: no default is written down a second time.
import { type DescField, getOption } from "@bufbuild/protobuf";
import { AdaptiveBudgetSchema, ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { rule } from "../../gen/winnow/v1/options_pb.ts";

export const defaults = {
  returnPerRecord: booleanDefault(ContextRequestSchema.field.returnPerRecord),
  allowFullContextFallback: booleanDefault(AdaptiveBudgetSchema.field.allowFullContextFallback),
} as const;

function booleanDefault(field: DescField): boolean {
  const value: unknown = JSON.parse(getOption(field, rule).defaultJson);
  if (typeof value !== "boolean") throw new TypeError(`${field} has no boolean default`);
  return value;
}
