// The signature of a tool in its schema: its fields are found wherever they stand, and a unit brings them along.
import { expect, test } from "vitest";
import { segmentText } from "../../../../src/engine/segment.ts";
import { type ToolFields, toolFields } from "../../../../src/engine/units/nested/tool-schema.ts";
import { cut, indexOf } from "../cut.ts";

const PARAMETERS = {
  properties: {
    name: { type: "string", description: "Who it is for" },
    parts: { items: { properties: {}, required: ["inner"] } },
  },
  required: ["name", "parts"],
};

const WRITERS: readonly (readonly [string, unknown])[] = [
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

test.each(WRITERS)("finds the outermost fields: %s", (_name, tool) => {
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

test("finds the readable fields of other text and of broken JSON", () => {
  expect(read("### tool\n\nFinds things.")).toEqual({ name: null, description: null, required: null });
  expect(read('{"name": "a", "required": ["b"').name).toBe("a");
});

test("reads a hostile text in linear time", () => {
  const text = "{".repeat(200_000) + '"required":[}}'.repeat(100_000);
  expect(toolFields(text, 0, text.length).required).not.toBeNull();
});

const LONG = "It says more about this than anybody needs to know before the tool is called. ".repeat(4);
const properties = Object.fromEntries(
  ["from", "to", "subject"].map((key) => [key, { type: "string", description: LONG }]),
);
const schema = { type: "object", properties, required: ["from", "to"], additionalProperties: false, $schema: LONG };
const description = `\n    Sends a letter. ${LONG}`;

/** The texts of the units that `needle` depends on, nearest first. */
function above(text: string, needle: string): readonly string[] {
  const schemaUnits = cut(text, "tool_schema");
  const { parts, heads } = schemaUnits;
  const found: string[] = [];
  for (let at = heads[indexOf(schemaUnits, needle)] ?? -1; at !== -1; at = heads[at] ?? -1) found.push(parts[at] ?? "");
  return found;
}

const FORMS = [
  ["name first", JSON.stringify({ name: "send_letter", description, parameters: schema })],
  ["name after the description", JSON.stringify({ description, name: "send_letter", parameters: schema })],
  ["name last", JSON.stringify({ description, parameters: schema, name: "send_letter" })],
  ["pretty", JSON.stringify({ name: "send_letter", description, inputSchema: schema }, null, 2)],
  ["in a tag", `<function>${JSON.stringify({ description, name: "send_letter", parameters: schema })}</function>`],
] as const;

test.each(FORMS)("a part of a schema depends on name, first sentence and required: %s", (_name, text) => {
  const heads = above(text, '"subject"').slice(-3);
  expect(heads[0]).toContain('"send_letter"');
  expect(heads[1]).toContain("Sends a letter.");
  expect(heads[2]?.trim()).toMatch(/^"required": ?\[\s*"from",\s*"to"\s*\],.{0,40}$/);
});

test("other records than schemas have no signature", () => {
  const text = JSON.stringify({ name: "send_letter", description, parameters: schema });
  const { units } = segmentText(text, "tool_result");
  expect(units.every(({ head }, at) => head < at)).toBe(true);
});
