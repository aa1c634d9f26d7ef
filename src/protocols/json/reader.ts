// The strict reader of /v1: the bytes of a JSON body in, a message or the first violation out. Compiled once per
// message from its descriptor and field rules. Names are those of the proto file, unknown ones are ignored, nothing is
// coerced. It never walks deeper than the descriptor, so hostile nesting costs nothing beyond the parser.
import { isUtf8 } from "node:buffer";
import { create, type DescField, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import type { Failure } from "../../service/failure.ts";
import { messageCheck } from "./checks.ts";
import { isFreeForm, ruleOf } from "./rules.ts";
import { enumReader, freeFormReader, mustBe, scalarListReader, scalarReader, type ValueReader } from "./values.ts";
import {
  below,
  type Fields,
  failureOf,
  fieldsOf,
  isFields,
  jsonType,
  parserWords,
  type Wrong,
  wrong,
} from "./violation.ts";

export function parseBody(body: Uint8Array): { readonly object: Fields } | { readonly wrong: Wrong } {
  if (body.byteLength === 0) return { wrong: wrong("the body is empty") };
  // Decoding would replace invalid bytes without a word.
  if (!isUtf8(body)) return { wrong: wrong("the body is not valid UTF-8") };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? parserWords(error.message) : "";
    return { wrong: wrong(`the body is not valid JSON: ${why}`) };
  }
  return isFields(parsed)
    ? { object: parsed }
    : { wrong: wrong(`the body must be a JSON object, not ${jsonType(parsed)}`) };
}

export type Read<Message> = { readonly message: Message } | { readonly failure: Failure };

/** Moves one field, or all of them, from parsed JSON into a message. */
type FieldsReader = (json: Fields, message: Fields) => Wrong | null;

/** The reader is given the bytes of a body. */
export function compileJsonReader<Desc extends DescMessage>(
  schema: Desc,
): (body: Uint8Array) => Read<MessageShape<Desc>> {
  const read = compileMessage(schema);
  return (body) => {
    const parsed = parseBody(body);
    if ("wrong" in parsed) return { failure: failureOf(parsed.wrong) };
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
  // Inherited names would look like sent ones.
  if (name in Object.prototype) throw new Error(`field ${field} is named like a member of every object`);
  const { required, orNull } = ruleOf(field);
  const missing = wrong("is missing", name);
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
