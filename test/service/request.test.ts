import { expect, test } from "vitest";
import { ContextRecordSchema, RecordKind, RecordKindSchema } from "../../gen/winnow/v1/context_pb.ts";
import { defaultOf } from "../../src/service/field-defaults.ts";
import { engineKind, loggedRequestId, protoKind } from "../../src/service/request.ts";

test("every value of the enum maps to the engine's kind of the same name, and back", () => {
  for (const value of RecordKindSchema.values.filter(({ number }) => number !== RecordKind.UNSPECIFIED)) {
    const kind = engineKind(value.number);
    expect(kind).toBe(value.name.replace("RECORD_KIND_", "").toLowerCase());
    expect(protoKind(kind ?? "error")).toBe(value.number);
  }
});

test("an absent kind is the proto's default", () => {
  expect(engineKind(RecordKind.UNSPECIFIED)).toBe(defaultOf(ContextRecordSchema.field.kind));
});

test.each([-1, 9, 2 ** 31 - 1])("%d is not a kind", (number) => {
  expect(engineKind(number)).toBeNull();
});

test.each([
  ["an ordinary id", "Job_7.a:b-c"],
  ["the empty id", ""],
  ["128 characters", "a".repeat(128)],
])("%s is logged unchanged", (_name, id) => {
  expect(loggedRequestId(id)).toEqual({ text: id, sanitized: false });
});

test.each([
  ["129 characters are cut", "a".repeat(129), "a".repeat(128)],
  ["other characters are replaced one by one", "a b\né/…", "a_b____"],
  ["a pair of surrogates is one character", "😀😀", "__"],
  ["a lone surrogate is one character", "\ud800x", "_x"],
  ["a line break cannot forge a log line", 'x\n{"level":50}', "x___level_:50_"],
])("%s", (_name, id, text) => {
  expect(loggedRequestId(id)).toEqual({ text, sanitized: true });
});

test("an id of six megabytes yields a copy of 128 characters", () => {
  expect(loggedRequestId("😀".repeat(1_500_000)).text).toBe("_".repeat(128));
});
