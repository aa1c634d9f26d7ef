// The fields of a tool's schema: its name, its description and the parameters that it requires.
import { expect, test } from "vitest";
import { type ToolFields, toolFields } from "../../../../src/engine/units/nested/tool-fields.ts";

const PARAMETERS = {
  properties: {
    name: { type: "string", description: "Who it is for" },
    parts: { items: { properties: {}, required: ["inner"] } },
  },
  required: ["name", "parts"],
};

const FORMS: readonly (readonly [string, unknown])[] = [
  ["name first", { name: "make", description: 'Makes "it".', parameters: PARAMETERS }],
  ["name last", { description: 'Makes "it".', parameters: PARAMETERS, name: "make" }],
  [
    "in a function",
    { type: "function", function: { description: 'Makes "it".', name: "make", parameters: PARAMETERS } },
  ],
];

function read(text: string): Record<keyof ToolFields, string | null> {
  const { name, description, required } = toolFields(text, 0, text.length);
  const textOf = (place: ToolFields["name"]) => (place === null ? null : text.slice(place.start, place.end));
  return { name: textOf(name), description: textOf(description), required: textOf(required) };
}

test.each(FORMS)("finds the outermost fields: %s", (_name, tool) => {
  expect(read(JSON.stringify(tool))).toEqual({
    name: "make",
    description: String.raw`Makes \"it\".`,
    required: '"required":["name","parts"]',
  });
});

test("the name of a parameter is not that of the tool", () => {
  const tool = { endpoint: "GET /a", description: "Gets a.", parameters: [{ name: "page", required: true }] };
  expect(read(JSON.stringify(tool))).toEqual({ name: null, description: "Gets a.", required: null });
});

test("other text and broken JSON have what can be read", () => {
  expect(read("### tool\n\nFinds things.")).toEqual({ name: null, description: null, required: null });
  expect(read('{"name": "a", "required": ["b"').name).toBe("a");
});

test("reads a hostile text in linear time", () => {
  const text = "{".repeat(200_000) + '"required":[}}'.repeat(100_000);
  expect(toolFields(text, 0, text.length).required).not.toBeNull();
});
