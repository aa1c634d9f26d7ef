import { expect, test } from "vitest";
import { ContextRecordSchema, RecordKind, RecordKindSchema } from "../../gen/winnow/v1/context_pb.ts";
import { defaultOf } from "../../src/service/defaults.ts";
import { engineKind, wireKind } from "../../src/service/record-kinds.ts";

test("every value of the enum has the engine's kind of the same name, and back", () => {
  for (const value of RecordKindSchema.values.filter(({ number }) => number !== RecordKind.UNSPECIFIED)) {
    const kind = engineKind(value.number);
    expect(kind).toBe(value.name.replace("RECORD_KIND_", "").toLowerCase());
    expect(wireKind(kind ?? "error")).toBe(value.number);
  }
});

test("a kind that was not said is the proto's default", () => {
  expect(engineKind(RecordKind.UNSPECIFIED)).toBe(defaultOf(ContextRecordSchema.field.kind));
});

test.each([-1, 9, 2 ** 31 - 1])("%d is no kind", (number) => {
  expect(engineKind(number)).toBeNull();
});
