import { expect, test } from "vitest";
import {
  AdaptiveBudgetSchema,
  BudgetSpecSchema,
  ContextRecordSchema,
  ContextRequestSchema,
  SafetySummarySchema,
  SelectedRecordSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { booleanDefault, defaultOf } from "../../src/service/field-defaults.ts";

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

test("a field without a default has none", () => {
  expect(defaultOf(ContextRecordSchema.field.importance)).toBeUndefined();
});

test("a boolean default of a field without one is an error", () => {
  expect(booleanDefault(ContextRequestSchema.field.render)).toBe(true);
  expect(() => booleanDefault(ContextRecordSchema.field.kind)).toThrow("no boolean default");
});
