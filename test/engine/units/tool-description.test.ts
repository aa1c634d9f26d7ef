import { describe, expect, test } from "vitest";
import { describesTool } from "../../../src/engine/units/tool-description.ts";

const inputs = { type: "object", properties: { city: { type: "string" } } };
const about = { name: "get_weather", description: "The weather of a city." };

describe("a text describes a tool if it is", () => {
  test.each([
    ["a function of a model's API", JSON.stringify({ type: "function", function: { ...about, parameters: inputs } })],
    ["a tool of an MCP server", JSON.stringify({ ...about, inputSchema: inputs }, null, 2)],
    ["a tool with an input schema", JSON.stringify({ ...about, input_schema: { type: "object" } })],
    ["a tool with a list of parameters", JSON.stringify({ ...about, parameters: [{ name: "city", type: "str" }] })],
    ["a tool with described parameters", JSON.stringify({ ...about, parameters: { city: { description: "A city" } } })],
    ["a route without parameters", JSON.stringify({ endpoint: "GET /weather", summary: "The weather" })],
    [
      "an operation of OpenAPI",
      JSON.stringify({ operationId: "weather", summary: "It", parameters: [{ name: "city" }] }),
    ],
    ["a page of Markdown", "## get_weather\n\nThe weather.\n\n### Parameters\n\n- `city` (string): its name"],
    [
      "a page with a table",
      "# `get_weather`\nThe weather.\n\n**Arguments**\n\n| name | type |\n|---|---|\n| city | string |",
    ],
  ])("%s", (_, text) => expect(describesTool(text)).toBe(true));
});

describe("a text describes no tool if it is", () => {
  test.each([
    ["a product", JSON.stringify({ ...about, price: 3, parameters_sold: 2 })],
    ["a run of a model", JSON.stringify({ ...about, parameters: { rate: 0.1, depth: 6 } })],
    ["an object for a name", '{"name": {"toString": 1}, "description": "d", "parameters": 1}'],
    ["a deep name", `{"name": ${"[".repeat(9_000)}${"]".repeat(9_000)}, "description": "d", "parameters": 1}`],
    ["a runbook", "# Deploy\n\nHow we deploy.\n\n## Inputs\n\n- secrets"],
    ["a list of tools", JSON.stringify([{ ...about, parameters: inputs }])],
    ["a tool without a description", JSON.stringify({ name: "get_weather", parameters: inputs })],
    ["a named parameter", JSON.stringify({ ...about, type: "string" })],
    ["broken JSON", `{"name": "a", "description": "b", "parameters": {"type": "object"`],
    ["a page about a subject", "## Weather\n\nIt rains.\n\n### Parameters of a forecast\n\nThere are many."],
    ["a page without parameters", "## get_weather\n\nThe weather.\n\n### Returns\n\n- `rain`"],
    ["longer than any tool", JSON.stringify({ ...about, parameters: inputs, notes: "x".repeat(20_000) })],
  ])("%s", (_, text) => expect(describesTool(text)).toBe(false));
});
