// The schemas of the MCP server's tool are what the proto files say.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toolSchemasPath, toolSchemasText } from "../../tools/tool-schemas.ts";

test("the tool's schemas are fresh; `make gen` writes them", () => {
  expect(readFileSync(toolSchemasPath, "utf8")).toBe(toolSchemasText());
});

test("nothing is left to be looked up", () => {
  expect(toolSchemasText()).not.toContain("$ref");
});
