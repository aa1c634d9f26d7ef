// The signature of a tool in its schema: a unit brings it along.
import { expect, test } from "vitest";
import { segmentText } from "../../../../src/engine/segment.ts";
import { cut, indexOf } from "../cut.ts";

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
