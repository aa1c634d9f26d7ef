import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ContextRecordSchema } from "../../gen/winnow/v1/context_pb.ts";
import { recordName } from "../../src/report/record-name.ts";

test.each([
  ["the title", { title: "Fees", id: "f" }, "Fees"],
  ["the id of one whose title is empty", { title: "", id: "f" }, "f"],
  ["the id of one whose title is blank", { title: " \n", id: "f" }, "f"],
  ["the place of one without either", {}, "records[7]"],
  ["one line without what hides, cut", { title: "a\n\u202eb".repeat(20) }, "a [U+202E]ba [U+202…"],
])("a record is called by %s", (_name, record, name) => {
  expect(recordName(create(ContextRecordSchema, record), 7, 20)).toBe(name);
});
