// The writer of /v1: takes a message, returns JSON text. Compiled once per message from its descriptor and field rules.
// An unset field is written as null if its rule allows that, otherwise as its default; it is left out if it has
// presence and no default. Strings stay as they are, with lone surrogates as JSON escapes.
import {
  type DescField,
  type DescMessage,
  isMessage,
  type JsonValue,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import { defaultOf } from "../../service/field-defaults.ts";
import { enumNames, type Fields, fieldsOf, isFields, isFreeForm, ruleOf } from "./fields.ts";

/** A value as JSON; undefined leaves it out. */
type ValueWriter = (value: unknown) => unknown;
type MessageWriter = (message: Fields) => Fields;

/** @throws Error for a number that is not finite or an enum number without a name; both are faults of the service */
export function compileJsonWriter<Desc extends DescMessage>(schema: Desc): (message: MessageShape<Desc>) => string {
  const write = compileMessage(schema);
  return (message) => JSON.stringify(write(fieldsOf(message)));
}

function compileMessage(schema: DescMessage): MessageWriter {
  const writers = schema.fields.map((field) => [field.name, field.localName, compileField(field)] as const);
  return (message) => {
    const json: Fields = {};
    for (const [name, localName, write] of writers) json[name] = write(message[localName]);
    return json;
  };
}

function compileField(field: DescField): ValueWriter {
  const unset = ruleOf(field).orNull ? null : defaultOf(field);
  const write = compileValue(field, unset);
  return (value) => (value === undefined ? unset : write(value));
}

function compileValue(field: DescField, unset: JsonValue | undefined): ValueWriter {
  switch (field.fieldKind) {
    case "scalar":
      return scalarWriter(field, unset);
    case "enum":
      return enumWriter(field, unset);
    case "message":
      return isFreeForm(field) ? (value) => value : messageWriter(field.message);
    case "list":
      return listWriter(field);
    case "map":
      return mapWriter(field, unset);
  }
}

function scalarWriter(field: DescField, unset: JsonValue | undefined): ValueWriter {
  return (value) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${field.name} is not a finite number`);
    // Without presence, an empty string cannot be distinguished from an unset one.
    return value === "" && typeof unset === "string" ? unset : value;
  };
}

function enumWriter(field: DescField & { fieldKind: "enum" }, unset: JsonValue | undefined): ValueWriter {
  const names = enumNames(field.enum);
  return (value) => {
    const name = typeof value === "number" ? names.get(value) : undefined;
    if (name !== undefined) return name;
    if (value === 0 && typeof unset === "string") return unset;
    throw new Error(`${field.name} has no name for the number ${String(value)}`);
  };
}

function messageWriter(schema: DescMessage): ValueWriter {
  const write = compileMessage(schema);
  return (value) => (isFields(value) ? write(value) : undefined);
}

function listWriter(field: DescField & { fieldKind: "list" }): ValueWriter {
  if (field.listKind === "scalar") return (value) => value;
  if (field.listKind === "enum") throw new Error(`field ${field} is of a kind that answers do not use`);
  const write = messageWriter(field.message);
  return (value) => (Array.isArray(value) ? value.map(write) : []);
}

function mapWriter(field: DescField & { fieldKind: "map" }, unset: JsonValue | undefined): ValueWriter {
  const write = mapValueWriter(field);
  return (value) => {
    const entries = isFields(value) ? Object.entries(value) : [];
    // An empty map counts as unset.
    if (entries.length === 0 && unset !== undefined) return unset;
    // `fromEntries` defines keys, so a key named `__proto__` is an ordinary one.
    return Object.fromEntries(entries.map(([key, entry]) => [key, write(entry)]));
  };
}

function mapValueWriter(field: DescField & { fieldKind: "map" }): ValueWriter {
  if (field.mapKind === "scalar") return scalarWriter(field, undefined);
  if (field.mapKind === "enum") throw new Error(`field ${field} is of a kind that answers do not use`);
  if (field.message.typeName !== ListValueSchema.typeName) return messageWriter(field.message);
  return (value) => (isMessage(value, ListValueSchema) ? toJson(ListValueSchema, value) : []);
}
