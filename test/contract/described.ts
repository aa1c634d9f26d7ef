// Compares a JSON response with docs/openapi.json. The document allows further fields. This comparison does not, so it
// finds fields that are served but not described.
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";

const document: Described = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"));

type Schema = Record<string, unknown>;

interface Described {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, DescribedAnswer> }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface DescribedAnswer {
  readonly headers?: Record<string, unknown>;
  readonly content: Record<string, { readonly schema: Schema }>;
}

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: {
    int32: { type: "number", validate: (value: number) => value === (value | 0) },
    double: { type: "number", validate: Number.isFinite },
  },
});
ajv.addSchema({ $id: "openapi", $defs: relative(closed(document.components.schemas)) });

/** A copy whose references lead to the schemas added above. */
function relative<Value>(schema: Value): Value {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"openapi#/$defs/'));
}

/** The schemas, with no further fields allowed in objects that name their fields. */
function closed(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      schema.properties === undefined ? schema : { ...schema, additionalProperties: false },
    ]),
  );
}

/** Compiled once for each response that the document describes. */
const validators = new Map<string, ValidateFunction>();

/** Fails unless the document describes the response for the operation. */
export function expectDescribed(method: string, path: string, status: number, headers: Headers, body: string): void {
  const label = `${method} ${path} ${status}`;
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  expect(described, label).toBeDefined();
  expect(headers.get("content-type"), label).toBe("application/json");
  expect(headers.has("retry-after"), label).toBe(waits.has(body));
  const schema = described?.content["application/json"]?.schema ?? false;
  const validate = validators.get(label) ?? ajv.compile(relative(schema));
  validators.set(label, validate);
  validate(JSON.parse(body));
  expect(validate.errors, label).toBeNull();
}

/** The temporary refusals, which state a wait. */
const waits = new Set(['{"message":"Too Many Requests"}', '{"message":"Service Unavailable"}']);

/** Whether the document has the operation. A call to any other path is a 404. */
export function isDescribed(method: string, path: string): boolean {
  return document.paths[path]?.[method.toLowerCase()] !== undefined;
}

/** Fails unless the document describes the body for a select call. */
export function expectDescribedRequest(body: unknown): void {
  const validate = ajv.compile({ $ref: "openapi#/$defs/ContextRequest" });
  validate(body);
  expect(validate.errors).toBeNull();
}
