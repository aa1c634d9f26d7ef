// `make gen`: writes the schemas of the MCP server's tool from the proto files: what a select call takes and answers.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DescMessage } from "@bufbuild/protobuf";
import { describedService, messagesBelow } from "./described.ts";
import { enumSchema, messageSchema, refTo, type Schema } from "./json-schema.ts";
import { formatted } from "./project.ts";

export const toolSchemasPath = fileURLToPath(new URL("../src/mcp/tool-schemas.json", import.meta.url));

/** The schemas as their file holds them. */
export function toolSchemasText(): string {
  const select = describedService().methods.find((method) => method.localName === "select");
  if (select === undefined) throw new Error("the proto files have no select call");
  const { required, ...input } = inlined(select.input);
  // A caller on the same machine has nothing to correlate: the server makes an id for a request that has none.
  const needed = Array.isArray(required) ? required.filter((name) => name !== "request_id") : [];
  const schemas = { input: { ...input, required: needed }, output: inlined(select.output) };
  return formatted(toolSchemasPath, JSON.stringify(schemas));
}

/** The schema of a message with everything in place: what calls tools does not always follow references. */
function inlined(message: DescMessage): Schema {
  const messages = messagesBelow(message);
  const enums = messages.flatMap(({ fields }) => fields.flatMap((field) => field.enum ?? []));
  const named = new Map<unknown, Schema>([
    ...messages.map((each) => [refTo(each).$ref, messageSchema(each)] as const),
    ...enums.map((each) => [refTo(each).$ref, enumSchema(each)] as const),
  ]);
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== "object" || value === null) return value;
    // The formats are OpenAPI's: validators of JSON Schema do not know them.
    const entries = Object.entries(value).filter(([key, inner]) => key !== "format" || typeof inner !== "string");
    const { $ref, ...beside } = Object.fromEntries(entries.map(([key, inner]) => [key, follow(inner)]));
    return $ref === undefined ? beside : { ...Object(follow(named.get($ref))), ...beside };
  };
  return Object(follow(messageSchema(message)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(toolSchemasPath, toolSchemasText());
