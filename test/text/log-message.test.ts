import { expect, test } from "vitest";
import { messageStart } from "../../src/text/log-message.ts";

test("a message starts after the name of its field", () => {
  const row = '{"host":"api-7","message": "crane 4 lost its brake"}';
  expect(row.slice(messageStart(row, 0, row.length))).toBe(' "crane 4 lost its brake"}');
  expect(messageStart("{}", 0, 2)).toBe(0);
});
