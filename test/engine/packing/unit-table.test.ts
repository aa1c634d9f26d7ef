import { expect, test } from "vitest";
import type { RecordKind } from "../../../src/engine/model.ts";
import { pairedCalls, repeatsCall, tabulate } from "../../../src/engine/packing/unit-table.ts";
import { scoredRecord } from "../scored-record.ts";

test("units are numbered record by record", () => {
  const records = [2, 0, 3].map((count, position) =>
    scoredRecord({ position, units: Array.from({ length: count }, () => ({ text: "a few plain words\n" })) }),
  );
  const { count, owners, firsts, tokens } = tabulate(records);
  expect([count, [...owners], [...firsts]]).toEqual([5, [0, 0, 2, 2, 2], [0, 2, 2, 5]]);
  expect(tokens.reduce((sum, n) => sum + n, 0)).toBe(records.reduce((sum, { scan }) => sum + scan.total, 0));
});

type Turn = readonly [RecordKind, string?];

test.each<[string, readonly Turn[], readonly number[]]>([
  ["the call directly before", [["tool_call"], ["tool_result"]], [-1, 0]],
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
  ["a step without a call falls back on the record before", [["tool_call"], ["tool_result", "s"]], [-1, 0]],
  [
    "a call that follows is no call of the result",
    [
      ["tool_result", "s"],
      ["tool_call", "s"],
    ],
    [-1, -1],
  ],
])("%s", (_, turns, calls) => {
  const records = turns.map(([kind, stepId], position) =>
    scoredRecord({ units: [{ text: kind }], position, kind, ...(stepId === undefined ? {} : { stepId }) }),
  );
  expect([...pairedCalls(records)]).toEqual(calls);
});

test("a blank record between breaks the pair without a step", () => {
  const call = scoredRecord({ units: [{ text: "f()" }], position: 0, kind: "tool_call" });
  const result = scoredRecord({ units: [{ text: "42" }], position: 2, kind: "tool_result" });
  expect([...pairedCalls([call, result])]).toEqual([-1, -1]);
});

test.each([
  [
    "its argument",
    '{"order_id": "W12", "status": "open"}',
    '{"name": "get_order", "arguments": {"order_id": "W12"}}',
    true,
  ],
  ["one of two", '{"order_id": "W12"}', '{"name": "get_order", "arguments": {"order_id": "W12", "lang": "fr"}}', false],
  ["its path", "[File: src/a.py (9 lines)]\n1:import os", "get_order src/a.py", true],
  ["no number, where it stands in another one", "line 120", "get_order line 12", false],
  ["nothing, where there is no argument", "many orders", "get_order", false],
  ["its argument, but far down", `${"x ".repeat(200)}W12`, "get_order W12", false],
])("a result repeats of its call %s", (_, answer, asked, expected) => {
  const call = scoredRecord({ kind: "tool_call", title: "get_order", units: [{ text: asked }] });
  expect(repeatsCall(scoredRecord({ kind: "tool_result", units: [{ text: answer }] }), call)).toBe(expected);
});
