// The strict reader of /v1: a JSON body in, a message or the first thing wrong with the body out.
// Compiled once per message from its descriptor and field rules. Names are those of the proto file, unknown ones are
// ignored, nothing is coerced. It never walks deeper than the descriptor, so hostile nesting costs nothing.
import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import type { Failure } from "../service/failure.ts";
import { compileCheck } from "./field-checks.ts";
import { type Fields, fieldsOf, isFields, jsonType } from "./fields.ts";
import { parseBody } from "./json-body.ts";
import { lengthAlone } from "./length-alone.ts";
import { messageCheck } from "./message-checks.ts";
import { enumNames, isFreeForm, ruleOf } from "./rules.ts";
import { below, failureOf, type Wrong, wrong } from "./wrong.ts";

export type Read<Message> = { readonly message: Message } | { readonly failure: Failure };

/** The number of an enum name that does not exist, where the rule `open_enum` carries it to the service. */
export const UNKNOWN_ENUM_NUMBER = -1;

/** Larger integers are read as this, the most an int32 holds. */
const INTEGER_MAX = 2 ** 31 - 1;

/** Moves one field from parsed JSON into a message. */
type FieldReader = (json: Fields, message: Fields, keptMax: number) => Wrong | null;
type MessageReader = (json: Fields, message: Fields, keptMax: number) => Wrong | null;
/** Stores a value that was sent, or says what is wrong with it; paths are relative to the value. */
type ValueReader = (value: unknown, message: Fields, keptMax: number) => Wrong | null;

/**
 * The reader is given the bytes of a body, and how many messages of a list its handler takes. Of a longer list only the
 * length is kept: 413,000 records of a letter each fit one body, and take 80 MB as messages.
 */
export function compileJsonReader<Desc extends DescMessage>(
  schema: Desc,
): (body: Uint8Array, keptMax?: number) => Read<MessageShape<Desc>> {
  const read = compileMessage(schema);
  return (body, keptMax = Number.POSITIVE_INFINITY) => {
    const parsed = parseBody(body);
    if ("wrong" in parsed) return { failure: failureOf(parsed.wrong) };
    const message = create(schema);
    const found = read(parsed.object, fieldsOf(message), keptMax);
    return found === null ? { message } : { failure: failureOf(found) };
  };
}

function compileMessage(schema: DescMessage): MessageReader {
  const readers = schema.fields.map(compileField);
  const check = messageCheck(schema.typeName);
  return (json, message, keptMax) => {
    for (const read of readers) {
      const found = read(json, message, keptMax);
      if (found !== null) return found;
    }
    return check === null ? null : check(message);
  };
}

function compileField(field: DescField): FieldReader {
  const { name } = field;
  // Inherited names would look like sent ones.
  if (name in Object.prototype) throw new Error(`field ${field} is named like a member of every object`);
  const { required, orNull } = ruleOf(field);
  const missing = wrong("is missing", name);
  const read = compileValue(field);
  return (json, message, keptMax) => {
    const value = json[name];
    if (value === undefined) return required ? missing : null;
    if (value === null && orNull) return null;
    const found = read(value, message, keptMax);
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

/** Converts one JSON value, or undefined when it is of another type. */
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

/** JSON has one number type: `5.0` and `5e0` are integers, and so is `1e400`, which reads as infinity. */
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
  const unknown = wrong(`must be one of ${[...numbers.keys()].join(", ")}`);
  const { openEnum } = ruleOf(field);
  return (json, message) => {
    if (typeof json !== "string") return mustBe("a string", json);
    const number = numbers.get(json);
    if (number === undefined && !openEnum) return unknown;
    message[localName] = number ?? UNKNOWN_ENUM_NUMBER;
    return null;
  };
}

/** The parsed object itself: its own `__proto__` keys are plain data, and nothing is copied. */
function freeFormReader(field: DescField): ValueReader {
  const { localName } = field;
  const check = compileCheck(field);
  return (json, message) => {
    if (!isFields(json)) return mustBe("an object", json);
    message[localName] = json;
    return check === null ? null : check(json);
  };
}

function messageReader(localName: string, schema: DescMessage): ValueReader {
  const read = compileMessage(schema);
  return (json, message, keptMax) => {
    if (!isFields(json)) return mustBe("an object", json);
    const child = fieldsOf(create(schema));
    message[localName] = child;
    return read(json, child, keptMax);
  };
}

function messageListReader(localName: string, schema: DescMessage): ValueReader {
  const read = compileMessage(schema);
  return (json, message, keptMax) => {
    if (!Array.isArray(json)) return mustBe("an array", json);
    const keepsAll = json.length <= keptMax;
    const children: Fields[] = keepsAll ? [] : lengthAlone(json.length, fieldsOf(create(schema)));
    for (let index = 0; index < json.length; index += 1) {
      const item: unknown = json[index];
      if (!isFields(item)) return below(`[${index}]`, mustBe("an object", item));
      const child = fieldsOf(create(schema));
      const found = read(item, child, keptMax);
      if (found !== null) return below(`[${index}]`, found);
      if (keepsAll) children.push(child);
    }
    message[localName] = children;
    return null;
  };
}

function mustBe(noun: string, value: unknown): Wrong {
  // "an integer, not a number" would be true and no help.
  const fraction = noun === "an integer" && typeof value === "number";
  return wrong(`must be ${noun}, not ${fraction ? "a fraction" : jsonType(value)}`);
}
