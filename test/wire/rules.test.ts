import { expect, test } from "vitest";
import {
  AdaptiveBudgetSchema,
  BudgetSpecSchema,
  ContextRecordSchema,
  ContextRequestSchema,
  RecordKindSchema,
  SafetySummarySchema,
  SelectedRecordSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { defaultOf, enumNames, isFreeForm, ruleOf } from "../../src/wire/rules.ts";

test("absent fields have the defaults of the interface", () => {
  expect([
    defaultOf(ContextRequestSchema.field.render),
    defaultOf(ContextRequestSchema.field.renderFormat),
    defaultOf(ContextRequestSchema.field.returnPerRecord),
    defaultOf(ContextRecordSchema.field.kind),
    defaultOf(ContextRecordSchema.field.attributes),
    defaultOf(BudgetSpecSchema.field.mode),
    defaultOf(AdaptiveBudgetSchema.field.allowFullContextFallback),
    defaultOf(SelectedRecordSchema.field.excerptFormat),
    defaultOf(SafetySummarySchema.field.selectionSafe),
    defaultOf(SafetySummarySchema.field.evidenceShape),
  ]).toEqual([true, "plain", true, "external_data", {}, "fixed", true, "plain", true, "unknown"]);
});

test("a field without rules has the zero rule and no default", () => {
  const { importance } = ContextRecordSchema.field;
  expect(ruleOf(importance)).toMatchObject({ required: false, orNull: false, maxItems: 0 });
  expect(defaultOf(importance)).toBeUndefined();
});

test("enum names are those of the interface, and what was not said has none", () => {
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
