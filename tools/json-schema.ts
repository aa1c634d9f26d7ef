// A message of the interface as a JSON Schema for /v1, from its descriptor and field rules.
import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { enumNames, isFreeForm, ruleOf } from "../src/protocols/json/fields.ts";
import { defaultOf } from "../src/service/field-defaults.ts";
import { commentOf } from "./described.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** A reference to the component of a message or enum, which has its short name. */
export function refTo(desc: DescEnum | DescMessage): Schema {
  return { $ref: `#/components/schemas/${desc.name}` };
}

export function messageSchema(message: DescMessage): Schema {
  const required = message.fields.filter((field) => ruleOf(field).required).map((field) => field.name);
  const properties = Object.fromEntries(message.fields.map((field) => [field.name, fieldSchema(field)]));
  return {
    type: "object",
    description: commentOf(message),
    ...(required.length === 0 ? {} : { required }),
    properties,
  };
}

export function enumSchema(desc: DescEnum): Schema {
  const names = enumNames(desc);
  const meanings = desc.values.flatMap((value) => {
    const name = names.get(value.number);
    return name === undefined ? [] : [`- \`${name}\`: ${commentOf(value)}`];
  });
  return { type: "string", description: [commentOf(desc), "", ...meanings].join("\n"), enum: [...names.values()] };
}

function fieldSchema(field: DescField): Schema {
  const { orNull, maxJsonBytes, maxJsonDepth } = ruleOf(field);
  const free = maxJsonBytes > 0 ? ` At most ${maxJsonBytes} bytes as compact JSON, ${maxJsonDepth} levels deep.` : "";
  const fallback = defaultOf(field);
  return {
    ...(orNull ? orNullOf(valueSchema(field)) : valueSchema(field)),
    description: commentOf(field) + free,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function orNullOf(schema: Schema): Schema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [schema.type, "null"] };
}

function valueSchema(field: DescField): Schema {
  switch (field.fieldKind) {
    case "scalar":
      return scalarSchema(field, field.scalar);
    case "enum":
      return refTo(field.enum);
    case "message":
      return isFreeForm(field) ? { type: "object", additionalProperties: true } : refTo(field.message);
    case "list": {
      const { maxItems } = ruleOf(field);
      const items = field.listKind === "scalar" ? scalarSchema(field, field.scalar) : refToElement(field);
      return { type: "array", items, ...(maxItems === 0 ? {} : { maxItems }) };
    }
    case "map":
      return { type: "object", additionalProperties: mapValueSchema(field) };
  }
}

function refToElement(field: DescField): Schema {
  if (field.message === undefined) throw new Error(`field ${field} is a list of a kind that /v1 does not use`);
  return refTo(field.message);
}

function mapValueSchema(field: DescField & { fieldKind: "map" }): Schema {
  if (field.mapKind === "scalar") return scalarSchema(field, field.scalar);
  // The one map of lists holds terms.
  return { type: "array", items: { type: "string" } };
}

function scalarSchema(field: DescField, type: ScalarType): Schema {
  const { maxCharacters, nonNegative } = ruleOf(field);
  switch (type) {
    case ScalarType.STRING:
      return { type: "string", ...(maxCharacters === 0 ? {} : { maxLength: maxCharacters }) };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.DOUBLE:
      return { type: "number", format: "double" };
    case ScalarType.INT32:
      // A request may hold a number above int32, which is read as the largest int32. A response never does.
      return nonNegative ? { type: "integer", minimum: 0 } : { type: "integer", format: "int32" };
    default:
      throw new Error(`field ${field} is of a type that /v1 does not use`);
  }
}
