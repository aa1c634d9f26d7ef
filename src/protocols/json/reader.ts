// The strict reader of /v1: takes the bytes of a JSON body, returns a message or the first violation. Compiled once per
// message from its descriptor and field rules. Names are those of the proto file, unknown names are ignored, and no
// value is converted to another type. Integers beyond int32 are clamped, unknown names of an open enum become -1.
// It never descends deeper than the descriptor, so only the parser spends time on deep nesting.
import { isUtf8 } from "node:buffer";
import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import type { Failure } from "../../service/failure.ts";
import { compileCheck, messageCheck } from "./checks.ts";
import {
  below,
  enumNames,
  type Fields,
  failureOf,
  fieldsOf,
  isFields,
  isFreeForm,
  jsonType,
  parserMessage,
  ruleOf,
  type Violation,
  violation,
} from "./fields.ts";

export function parseBody(body: Uint8Array): { readonly object: Fields } | { readonly violation: Violation } {
  if (body.byteLength === 0) return { violation: violation("the body is empty") };
  // Decoding would silently replace invalid bytes.
  if (!isUtf8(body)) return { violation: violation("the body is not valid UTF-8") };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? parserMessage(error.message) : "";
    return { violation: violation(`the body is not valid JSON: ${why}`) };
  }
  return isFields(parsed)
    ? { object: parsed }
    : { violation: violation(`the body must be a JSON object, not ${jsonType(parsed)}`) };
}

export type Read<Message> = { readonly message: Message } | { readonly failure: Failure };

/** Copies one field, or all fields, from parsed JSON into a message. */
type FieldsReader = (json: Fields, message: Fields) => Violation | null;

/** The returned reader takes the bytes of a body. */
export function compileJsonReader<Desc extends DescMessage>(
  schema: Desc,
): (body: Uint8Array) => Read<MessageShape<Desc>> {
  const read = compileMessage(schema);
  return (body) => {
    const parsed = parseBody(body);
    if ("violation" in parsed) return { failure: failureOf(parsed.violation) };
    const message = create(schema);
    const found = read(parsed.object, fieldsOf(message));
    return found === null ? { message } : { failure: failureOf(found) };
  };
}

function compileMessage(schema: DescMessage): FieldsReader {
  const readers = schema.fields.map(compileField);
  const check = messageCheck(schema.typeName);
  return (json, message) => {
    for (const read of readers) {
      const found = read(json, message);
      if (found !== null) return found;
    }
    return check === null ? null : check(message);
  };
}

function compileField(field: DescField): FieldsReader {
  const { name } = field;
  // An inherited member would look like a field that was sent.
  if (name in Object.prototype) throw new Error(`field ${field} is named like a member of every object`);
  const { required, orNull } = ruleOf(field);
  const missing = violation("is missing", name);
  const read = compileValue(field);
  return (json, message) => {
    const value = json[name];
    if (value === undefined) return required ? missing : null;
    if (value === null && orNull) return null;
    const found = read(value, message);
    return found === null ? null : below(name, found);
  };
}

function compileValue(field: DescField): ValueReader {
  switch (field.fieldKind) {
    case "scalar":
      return scalarReader(field, field.scalar);
    case "enum":
      return enumReader(field);
    case "message":
      return isFreeForm(field) ? freeFormReader(field) : messageReader(field.localName, field.message);
    case "list":
      if (field.listKind === "message") return messageListReader(field.localName, field.message);
      if (field.listKind === "scalar") return scalarListReader(field, field.scalar);
      break;
    case "map":
      break;
  }
  throw new Error(`field ${field} is of a kind that requests do not use`);
}

function messageReader(localName: string, schema: DescMessage): ValueReader {
  const read = compileMessage(schema);
  return (json, message) => {
    if (!isFields(json)) return mustBe("an object", json);
    const child = fieldsOf(create(schema));
    message[localName] = child;
    return read(json, child);
  };
}

function messageListReader(localName: string, schema: DescMessage): ValueReader {
  const read = compileMessage(schema);
  return (json, message) => {
    if (!Array.isArray(json)) return mustBe("an array", json);
    const children: Fields[] = [];
    for (let index = 0; index < json.length; index += 1) {
      const item: unknown = json[index];
      if (!isFields(item)) return below(`[${index}]`, mustBe("an object", item));
      const child = fieldsOf(create(schema));
      const found = read(item, child);
      if (found !== null) return below(`[${index}]`, found);
      children.push(child);
    }
    message[localName] = children;
    return null;
  };
}

/** Stores a value in the message, or returns its violation with a path relative to the value. */
type ValueReader = (value: unknown, message: Fields) => Violation | null;

/** The number for an unknown enum name if the rule `open_enum` passes it on to the service. */
const UNKNOWN_ENUM_NUMBER = -1;

/** Larger integers are read as this: the highest int32. */
const INTEGER_MAX = 2 ** 31 - 1;

/** Converts one JSON value; undefined if it has another type. */
interface Scalar {
  readonly noun: string;
  readonly from: (value: unknown) => unknown;
}

const scalars = new Map<ScalarType, Scalar>([
  [ScalarType.STRING, { noun: "a string", from: (value) => (typeof value === "string" ? value : undefined) }],
  [ScalarType.BOOL, { noun: "a boolean", from: (value) => (typeof value === "boolean" ? value : undefined) }],
  [ScalarType.DOUBLE, { noun: "a number", from: (value) => (typeof value === "number" ? value : undefined) }],
  [ScalarType.INT32, { noun: "an integer", from: integer }],
]);

/** JSON has one number type: `5.0` and `5e0` are integers, and so is `1e400`, which parses as infinity. */
function integer(value: unknown): number | undefined {
  if (typeof value !== "number" || (Number.isFinite(value) && !Number.isInteger(value))) return undefined;
  // Adding 0 turns -0 into 0.
  return Math.max(-INTEGER_MAX, Math.min(INTEGER_MAX, value)) + 0;
}

function scalarOf(field: DescField, type: ScalarType): Scalar {
  const scalar = scalars.get(type);
  if (scalar === undefined) throw new Error(`field ${field} is of a type that requests do not use`);
  return scalar;
}

function scalarReader(field: DescField, type: ScalarType): ValueReader {
  const { localName } = field;
  const { noun, from } = scalarOf(field, type);
  const check = compileCheck(field);
  return (json, message) => {
    const value = from(json);
    if (value === undefined) return mustBe(noun, json);
    message[localName] = value;
    return check === null ? null : check(value);
  };
}

function scalarListReader(field: DescField, type: ScalarType): ValueReader {
  const { localName } = field;
  const { noun, from } = scalarOf(field, type);
  const check = compileCheck(field);
  return (json, message) => {
    if (!Array.isArray(json)) return mustBe("an array", json);
    const values: unknown[] = [];
    for (let index = 0; index < json.length; index += 1) {
      const value = from(json[index]);
      if (value === undefined) return below(`[${index}]`, mustBe(noun, json[index]));
      values.push(value);
    }
    message[localName] = values;
    return check === null ? null : check(values);
  };
}

function enumReader(field: DescField & { fieldKind: "enum" }): ValueReader {
  const { localName } = field;
  const names = [...enumNames(field.enum)];
  const numbers = new Map(names.map(([number, name]) => [name, number]));
  const unknown = violation(`must be one of ${[...numbers.keys()].join(", ")}`);
  const { openEnum } = ruleOf(field);
  return (json, message) => {
    if (typeof json !== "string") return mustBe("a string", json);
    const number = numbers.get(json);
    if (number === undefined && !openEnum) return unknown;
    message[localName] = number ?? UNKNOWN_ENUM_NUMBER;
    return null;
  };
}

/** Keeps the parsed object itself. Its own `__proto__` keys are plain data, and nothing is copied. */
function freeFormReader(field: DescField): ValueReader {
  const { localName } = field;
  const check = compileCheck(field);
  return (json, message) => {
    if (!isFields(json)) return mustBe("an object", json);
    message[localName] = json;
    return check === null ? null : check(json);
  };
}

function mustBe(noun: string, value: unknown): Violation {
  // "must be an integer, not a number" would be true but unhelpful.
  const fraction = noun === "an integer" && typeof value === "number";
  return violation(`must be ${noun}, not ${fraction ? "a fraction" : jsonType(value)}`);
}
