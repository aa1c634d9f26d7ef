import { expect, test } from "vitest";
import { schemaHead } from "../../../src/engine/index/schema-head.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { ranking, record } from "../request.ts";

const tool = (text: string) => record(text, { kind: "tool_schema" });

function headOf(text: string, kind: "tool_schema" | "artifact" = "tool_schema"): string {
  const [schema] = segment(measure([record(text, { kind })]));
  return schema === undefined ? "" : schemaHead(schema);
}

test("a schema's head ends where its parameters begin", () => {
  expect(headOf('{"name": "a", "description": "b", "parameters": {"c": 1}}')).toBe(
    '{"name": "a", "description": "b", ',
  );
});

test("without parameters, the head is the fields that name and summarise the tool, wherever they stand", () => {
  const card = { api_name: "lab/leaf", example_code: 'import "name": no', description: 'Says \\"ill\\" leaves.' };
  expect(headOf(JSON.stringify(card))).toBe(`lab/leaf\n${JSON.stringify(card.description).slice(1, -1)}`);
});

test("the head of other text is its beginning, and other records have no head", () => {
  expect(headOf(`# leaf\n\nFinds ill leaves.\n${"- more\n".repeat(200)}`)).toHaveLength(600);
  expect(headOf('{"name": "a"}', "artifact")).toBe("");
});

test("a tool is found by its description after its example code", () => {
  const cards = ["Restores old prints", "Finds sick leaves", "Counts bottles"].map((description, at) =>
    JSON.stringify({
      api_name: `lab/model-${at}`,
      example_code: `photos = load("garden photos")\n${"model.run(photos, sick=False)\n".repeat(at === 1 ? 0 : 20)}`,
      description,
    }),
  );
  expect(ranking(cards.map(tool), "Which plants have sick leaves?")[0]).toBe(1);
});
