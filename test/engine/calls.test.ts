// Results are paired with their calls, and a call with one argument names its result.
import { expect, test } from "vitest";
import { argumentOf, pairedCalls } from "../../src/engine/calls.ts";
import type { RecordKind } from "../../src/engine/model.ts";
import { segment } from "../../src/engine/segment.ts";
import { measure } from "../../src/engine/select.ts";
import { record } from "./request.ts";
import { scoredRecord } from "./scored-record.ts";

type Turn = readonly [RecordKind, string?];

test.each<[string, readonly Turn[], readonly number[]]>([
  ["the call directly before", [["tool_call"], ["tool_result"]], [-1, 0]],
  ["an error is what came of its call", [["tool_call"], ["error"]], [-1, 0]],
  [
    "an error among parallel calls",
    [
      ["tool_call", "s"],
      ["tool_call", "s"],
      ["error", "s"],
      ["tool_result", "s"],
    ],
    [-1, -1, 0, 1],
  ],
  ["not across another record", [["tool_call"], ["user_input"], ["tool_result"]], [-1, -1, -1]],
  [
    "by step, across other records",
    [
      ["tool_call", "s1"],
      ["llm_response", "s1"],
      ["tool_result", "s1"],
    ],
    [-1, -1, 0],
  ],
  [
    "parallel calls of a step in their order",
    [
      ["tool_call", "s"],
      ["tool_call", "s"],
      ["tool_result", "s"],
      ["tool_result", "s"],
    ],
    [-1, -1, 0, 1],
  ],
  [
    "a further result belongs to the last call",
    [
      ["tool_call", "s"],
      ["tool_result", "s"],
      ["tool_result", "s"],
    ],
    [-1, 0, 0],
  ],
  ["a step without a call uses the record before it", [["tool_call"], ["tool_result", "s"]], [-1, 0]],
  [
    "a later call is not the call of the result",
    [
      ["tool_result", "s"],
      ["tool_call", "s"],
    ],
    [-1, -1],
  ],
])("a result is paired with its call: %s", (_, turns, calls) => {
  const records = turns.map(([kind, stepId], position) =>
    scoredRecord({ units: [{ text: kind }], position, kind, ...(stepId === undefined ? {} : { stepId }) }),
  );
  expect([
    ...pairedCalls(
      records,
      records.map(({ kind }) => kind),
    ),
  ]).toEqual(calls);
});

test("without a step, a blank record between a call and a result separates them", () => {
  const call = scoredRecord({ units: [{ text: "f()" }], position: 0, kind: "tool_call" });
  const result = scoredRecord({ units: [{ text: "42" }], position: 2, kind: "tool_result" });
  expect([...pairedCalls([call, result], [call.kind, result.kind])]).toEqual([-1, -1]);
});

test.each([
  ['{"name": "read_page", "arguments": {"title": "Ferries"}}', "Ferries"],
  [
    '{"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{\\"path\\": \\"a/b.md\\"}"}}',
    "a/b.md",
  ],
  ['{"name": "get_order", "input": {"order_id": 4711}}', "4711"],
  ['read_page("Ferries")', "Ferries"],
  ["read_page(title='Ferries')", "Ferries"],
  ['{"name": "read_page", "arguments": {"title": "Ferries", "lines": 20}}', null],
  ["SELECT name FROM ferries WHERE day = 3", null],
  ["list_pages()", null],
  [`read_page("${"why ".repeat(40)}")`, null],
])("the only argument of %s is %j", (call, argument) => {
  expect(argumentOf(call)).toBe(argument);
});

test("a result without a title of its own takes what its call asked for", () => {
  const result = (text: string, title: string | null) => record(text, { kind: "tool_result", title, stepId: "s" });
  const titleOf = (text: string, title: string | null = null) =>
    segment(measure([record('read_page("Ferries")', { kind: "tool_call", stepId: "s" }), result(text, title)]))[1]
      ?.title;
  expect(titleOf("They leave at noon, and at six in summer.")).toBe("Ferries");
  expect(titleOf("They leave at noon, and at six in summer.", "Timetable")).toBe("Timetable");
  expect(titleOf("# Timetable\n\nThey leave at noon, and at six in summer.")).toBe("Timetable");
});
