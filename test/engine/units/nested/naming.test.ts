// Which fields name an object, and what their values are.
import { describe, expect, it } from "vitest";
import { ID, KEY, nameAt, namingOf, PLAIN, TITLE } from "../../../../src/engine/units/nested/naming.ts";

/** What the first property of the text says, and its value. */
function read(text: string) {
  const start = text.search(/\w/);
  const end = start + (/^\w+/.exec(text.slice(start))?.[0].length ?? 0);
  return { naming: namingOf(text, start, end), name: nameAt(text, end) };
}

describe("a field", () => {
  it.each([
    ['{"id": 7}', ID, "7"],
    ['{"key":"ORB-411"}', KEY, "ORB-411"],
    ['{"number" : 1534, "title": "x"}', KEY, "1534"],
    ['{"Title":\n  "Hard links"}', TITLE, "Hard links"],
    ["{'subject': \"it's late\"}", TITLE, "it's late"],
    ['{"summary":"Says \\"left\\" at exits","x":1}', TITLE, 'Says \\"left\\" at exits'],
    ['{\\"name\\": \\"a \\\\\\"b\\\\\\" c\\", \\"x\\": 1}', TITLE, 'a \\\\\\"b\\\\\\" c'],
    ['{"title": [\n  "Only one"\n ], "x": 1}', TITLE, "Only one"],
    ['{\\"title\\": [\\"Only one\\"]}', TITLE, "Only one"],
    ['{"title": "cut off', TITLE, "cut off"],
    [`{"title": "${"long ".repeat(40)}"}`, TITLE, "long ".repeat(16)],
  ])("names its object: %s", (text, naming, name) => {
    expect(read(text)).toEqual({ naming, name });
  });

  it.each([
    '{"titles": "x"}',
    '{"body": "x"}',
    '{"name": {"first": "x"}}',
    '{"number": null}',
    '{"name": ["a", "b"]}',
    '{"name": []}',
    "{'name', 'title'}",
  ])("does not: %s", (text) => {
    expect(read(text).naming).toBe(PLAIN);
  });
});

it("without a field there is no name", () => {
  expect(nameAt('{"title": "x"}', -1)).toBe("");
});
