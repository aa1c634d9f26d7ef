import { expect, test } from "vitest";
import { isEvent, messageStart, speakerIn } from "../../src/text/json-rows.ts";

test("a message starts after the name of its field", () => {
  const row = '{"host":"api-7","message": "crane 4 lost its brake"}';
  expect(row.slice(messageStart(row))).toBe(' "crane 4 lost its brake"}');
  expect(messageStart("{}")).toBe(0);
});

test("an event has a time and a message", () => {
  const events = ['{"time":1893456000,"msg":"moored"}', '{"msg":"moored"}', '{"time":1893456000,"id":7}'];
  expect(events.map((event) => isEvent(event))).toEqual([true, false, false]);
});

test("a turn has a speaker and what is said", () => {
  const rows = [
    '{"from": "Ada", "text": "moored"}',
    "{'role': 'user', 'content': 'moored'}",
    '{"from":"Ada"}',
    '{"text":"moored"}',
  ];
  expect(rows.map((row) => speakerIn(row))).toEqual(["Ada", "user", null, null]);
});
