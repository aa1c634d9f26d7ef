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

const inputs = { type: "object", properties: { city: { type: "string" } } };
const about = { name: "get_weather", description: "The weather of a city." };

describe("a text describes a tool if it is", () => {
  test.each([
    ["a function of a model's API", JSON.stringify({ type: "function", function: { ...about, parameters: inputs } })],
    ["a tool of an MCP server", JSON.stringify({ ...about, inputSchema: inputs }, null, 2)],
    ["a tool with an input schema", JSON.stringify({ ...about, input_schema: { type: "object" } })],
    ["a tool with a list of parameters", JSON.stringify({ ...about, parameters: [{ name: "city", type: "str" }] })],
    ["a tool with described parameters", JSON.stringify({ ...about, parameters: { city: { description: "A city" } } })],
    ["a route without parameters", JSON.stringify({ endpoint: "GET /weather", summary: "The weather" })],
    [
      "an operation of OpenAPI",
      JSON.stringify({ operationId: "weather", summary: "It", parameters: [{ name: "city" }] }),
    ],
    ["a page of Markdown", "## get_weather\n\nThe weather.\n\n### Parameters\n\n- `city` (string): its name"],
    [
      "a page with a table",
      "# `get_weather`\nThe weather.\n\n**Arguments**\n\n| name | type |\n|---|---|\n| city | string |",
    ],
  ])("%s", (_, text) => expect(kinds(record(text))).toEqual(["tool_schema"]));
});

describe("a text describes no tool if it is", () => {
  test.each([
    ["a product", JSON.stringify({ ...about, price: 3, parameters_sold: 2 })],
    ["a run of a model", JSON.stringify({ ...about, parameters: { rate: 0.1, depth: 6 } })],
    ["an object for a name", '{"name": {"toString": 1}, "description": "d", "parameters": 1}'],
    ["a deep name", `{"name": ${"[".repeat(9_000)}${"]".repeat(9_000)}, "description": "d", "parameters": 1}`],
    ["a runbook", "# Deploy\n\nHow we deploy.\n\n## Inputs\n\n- secrets"],
    ["a list of tools", JSON.stringify([{ ...about, parameters: inputs }])],
    ["a tool without a description", JSON.stringify({ name: "get_weather", parameters: inputs })],
    ["a named parameter", JSON.stringify({ ...about, type: "string" })],
    ["broken JSON", `{"name": "a", "description": "b", "parameters": {"type": "object"`],
    ["a page about a subject", "## Weather\n\nIt rains.\n\n### Parameters of a forecast\n\nThere are many."],
    ["a page without parameters", "## get_weather\n\nThe weather.\n\n### Returns\n\n- `rain`"],
    ["longer than any tool", JSON.stringify({ ...about, parameters: inputs, notes: "x".repeat(20_000) })],
  ])("%s", (_, text) => expect(kinds(record(text))).toEqual(["external_data"]));
});
