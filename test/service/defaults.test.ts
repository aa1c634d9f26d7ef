import { expect, test } from "vitest";
import {
  AdaptiveBudgetSchema,
  BudgetSpecSchema,
  ContextRecordSchema,
  ContextRequestSchema,
  SafetySummarySchema,
  SelectedRecordSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { booleanDefault, defaultOf, textDefault } from "../../src/service/defaults.ts";

test("flags have the defaults of the interface", () => {
  expect([
    booleanDefault(ContextRequestSchema, "render"),
    booleanDefault(ContextRequestSchema, "returnPerRecord"),
    booleanDefault(AdaptiveBudgetSchema, "allowFullContextFallback"),
    booleanDefault(SafetySummarySchema, "selectionSafe"),
  ]).toEqual([true, true, true, true]);
});

test("names have the defaults of the interface", () => {
  expect([
    textDefault(ContextRequestSchema, "renderFormat"),
    textDefault(ContextRecordSchema, "kind"),
    textDefault(BudgetSpecSchema, "mode"),
    textDefault(SelectedRecordSchema, "excerptFormat"),
    textDefault(SafetySummarySchema, "evidenceShape"),
  ]).toEqual(["plain", "external_data", "fixed", "plain", "unknown"]);
});

test("a field without a default has none", () => {
  expect(defaultOf(ContextRecordSchema.field.title)).toBeUndefined();
  expect(defaultOf(ContextRecordSchema.field.attributes)).toEqual({});
});

test.each(["prompt", "nope"])("asking for a default that the proto file does not give is a fault: %s", (name) => {
  expect(() => booleanDefault(ContextRecordSchema, name)).toThrow("no boolean default");
  expect(() => textDefault(ContextRecordSchema, name)).toThrow("no text default");
});
