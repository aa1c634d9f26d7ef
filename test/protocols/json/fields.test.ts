import { expect, test } from "vitest";
import { ContextRecordSchema, ContextRequestSchema, RecordKindSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { enumNames, isFreeForm, ruleOf } from "../../../src/protocols/json/fields.ts";

test("a field without rules has the zero rule", () => {
  const { importance } = ContextRecordSchema.field;
  expect(ruleOf(importance)).toMatchObject({ required: false, orNull: false, maxItems: 0 });
});

test("enum names are those of the interface, and the unspecified value has none", () => {
  expect([...enumNames(RecordKindSchema).values()]).toEqual([
    ...["user_input", "llm_response", "tool_call", "tool_result"],
    ...["external_data", "error", "artifact", "tool_schema"],
  ]);
  expect(enumNames(RecordKindSchema).has(0)).toBe(false);
});

test("only Struct fields are free-form", () => {
  const fields = [
    ContextRecordSchema.field.attributes,
    ContextRequestSchema.field.task,
    ContextRecordSchema.field.text,
  ];
  expect(fields.map(isFreeForm)).toEqual([true, false, false]);
});
