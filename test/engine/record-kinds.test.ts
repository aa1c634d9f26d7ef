import { describe, expect, test } from "vitest";
import type { SourceRecord } from "../../src/engine/model.ts";
import { kindsOf } from "../../src/engine/record-kinds.ts";
import { measure } from "../../src/engine/select.ts";
import { record, scored } from "./request.ts";

const kinds = (...records: readonly SourceRecord[]) => kindsOf(measure(records));
const CALL = '{"name": "get_order", "arguments": {"id": "A7"}}';
const TOOL = '{"name": "get_order", "description": "An order.", "parameters": {"type": "object"}}';

describe("the kind of external data is what its text shows:", () => {
  test.each([
    ["a call of a model's API", CALL],
    ["a call with escaped arguments", '{"name":"get_order","arguments":"{\\"id\\":\\"A7\\"}"}'],
    ["a call in a function", '{"id": "c1", "type": "function", "function": {"name": "a", "arguments": "{}"}}'],
    ["a call in a block of content", '{"type":"tool_use","id":"c1","name":"get_order","input":{"id":"A7"}}'],
  ])("%s", (_, text) => expect(kinds(record(text))).toEqual(["tool_call"]));

  test.each([
    ["a tool", TOOL, "tool_schema"],
    [
      "a prompt of an MCP server",
      '{"name": "review", "description": "It", "arguments": [{"name": "a"}]}',
      "external_data",
    ],
    ["a test case", '{"name": "case 1", "input": "abc", "expected": 3}', "external_data"],
    ["an order", '{"name": "get_order", "input": 3, "arguments": null}', "external_data"],
    ["prose", "The call of get_order with the arguments A7.", "external_data"],
  ])("%s", (_, text, kind) => expect(kinds(record(text))).toEqual([kind]));

  test("as many records of external data as there are calls before them are their results", () => {
    const call = record(CALL);
    expect(kinds(call, record("7 pieces"), record("The end."))).toEqual(["tool_call", "tool_result", "external_data"]);
    expect(kinds(call, call, record("7"), record("8"))).toEqual([
      ...["tool_call", "tool_call", "tool_result", "tool_result"],
    ]);
    expect(kinds(call, record("Thanks.", { kind: "user_input" }), record("7"))).toEqual([
      ...["tool_call", "user_input", "external_data"],
    ]);
  });
});

test("what the caller says counts, whatever the text shows", () => {
  const own = ["user_input", "tool_result", "artifact", "error"] as const;
  for (const text of [CALL, TOOL]) expect(kinds(...own.map((kind) => record(text, { kind })))).toEqual(own);
});

test("a catalogue and a trace of calls are scored alike with and without kinds", () => {
  const tools = ["get_order", "find_user", "send_mail"].map((name) => record(TOOL.replace("get_order", name)));
  const trace = ["A7", "B9"].flatMap((id) => [record(CALL.replace("A7", id)), record(`{"id": "${id}", "sum": 3}`)]);
  const scores = (records: readonly SourceRecord[]) => scored(records, "the sum of order B9").map(({ score }) => score);
  expect(scores(tools)).toEqual(scores(tools.map((one) => ({ ...one, kind: "tool_schema" }))));
  const kindAt = (at: number) => (at % 2 === 0 ? "tool_call" : "tool_result");
  expect(scores(trace)).toEqual(scores(trace.map((one, at) => ({ ...one, kind: kindAt(at) }))));
});
