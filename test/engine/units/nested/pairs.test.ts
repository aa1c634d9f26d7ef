// Lists of pairs in JSON: an object in another form.
import { expect, test } from "vitest";
import { cut, indexOf } from "../cut.ts";

const ADDRESS = "arn:aws:lambda:eu-west-1:123456789012:function:order-export:prod-blue-green";
const LIST = ["service", "region", "stream", "group", "queue", "topic", "table", "state", "owner"];
const ADDRESSES = LIST.slice(2, -2);

/** Rows that are too long for one unit, with long values in the middle. */
function rows(pair: (name: string, value: string) => unknown) {
  const row = (id: number) => LIST.map((name) => pair(name, `${ADDRESSES.includes(name) ? ADDRESS : name}-${id}`));
  return JSON.stringify({ results: Array.from({ length: 6 }, (_, id) => row(id)) }, null, 2);
}

const FORMS = [
  ["fields", (field: string, value: string) => ({ field, value })],
  ["names after values", (name: string, value: string) => ({ value, name })],
  ["types in between", (key: string, value: string) => ({ key, type: "string", value })],
  ["capitals", (Key: string, Value: string) => ({ Key, Value })],
] as const;

test.each(FORMS)("pairs of a row share a unit: %s", (_name, pair) => {
  const result = cut(rows(pair));
  const row = indexOf(result, "service-3");
  expect(result.parts[row]).toContain("region-3");
  expect(result.parts[row]?.length).toBeLessThanOrEqual(300);
  expect(result.heads[indexOf(result, "owner-3")]).toBe(row);
});

test("a list with anything else stays a list of elements", () => {
  const result = cut(rows((name, value) => (name === "state" ? { name, since: value } : { name, value })));
  expect(result.parts[indexOf(result, "service-3")]).not.toContain("region-3");
});

test("the pairs of the main list stay apart", () => {
  const pairs = Array.from({ length: 12 }, (_, at) => ({ name: `country-${at}`, value: `${ADDRESS}-${at}` }));
  const { parts } = cut(JSON.stringify(pairs, null, 2));
  expect(parts).toHaveLength(12);
});
