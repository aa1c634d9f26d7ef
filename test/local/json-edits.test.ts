// Only changed texts may differ in a document; every other byte stays.
import { expect, test } from "vitest";
import { withChanged } from "../../src/local/json-edits.ts";

const before = [{ a: "one", b: "\u00e9" }, { a: "two" }];

test("a changed text is replaced in place", () => {
  const document = String.raw`{ "m" : [ {"a":"one" ,"b":"\u00e9"},{"a":"two"} ] , "x":1.0 }`;
  const after = [before[0], { a: 'new "text"' }];
  expect(withChanged(document, ["m"], before, after)).toBe(
    String.raw`{ "m" : [ {"a":"one" ,"b":"\u00e9"},{"a":"new \"text\""} ] , "x":1.0 }`,
  );
});

test("without changes the document stays the same", () => {
  expect(withChanged("{ }", ["m"], before, before)).toBe("{ }");
});

test("a value of another shape is replaced as a whole", () => {
  expect(withChanged('{"m":[1,{"a":[1,2]}]}', ["m"], [1, { a: [1, 2] }], [1, { a: "cut" }])).toBe(
    '{"m":[1,{"a":"cut"}]}',
  );
});

test("a place that the document does not have is an error", () => {
  expect(() => withChanged("{}", ["m"], ["a"], ["b"])).toThrow("no value");
});
