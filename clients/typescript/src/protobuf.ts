// Converts requests in the form of /v1 to protobuf messages, and messages back into that form. The descriptors do it,
// so no field is named here. Unknown fields and `null`, which a message cannot hold, are left out.
import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  isMessage,
  ScalarType,
  toJson,
} from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import { answerFields } from "./gen/answer-fields.ts";
import type { ContextRequest } from "./gen/shapes.ts";
import {
  ContextRequestSchema,
  ContextResponseSchema,
  type ContextRequest as RequestMessage,
  type ContextResponse as ResponseMessage,
} from "./gen/winnow/v1/context_pb.ts";
import { isFields } from "./json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The service rejects this number as a name that the enum does not have. */
const UNKNOWN_ENUM_NUMBER = -1;

const INT32_MAX = 2 ** 31 - 1;

export function requestMessage(request: ContextRequest): RequestMessage {
  return Object.assign(create(ContextRequestSchema), fieldsFrom(ContextRequestSchema, request));
}

/** The fields of the message, in the names of /v1. */
export function responseJson(response: ResponseMessage): Fields {
  return jsonFrom(ContextResponseSchema, response);
}

/** The name of an enum's value on /v1; the number of a value that these descriptors do not have. */
export function enumName(desc: DescEnum, value: unknown): string {
  const known = desc.values.find((each) => each.number === value);
  return known === undefined ? String(value) : shortName(desc, known.name);
}

function fieldsFrom(schema: DescMessage, json: object): Fields {
  const given = new Map(Object.entries(json));
  return Object.fromEntries(
    schema.fields.flatMap((field) => {
      const value = given.get(field.name) ?? undefined;
      return value === undefined ? [] : [[field.localName, valueFrom(field, value)]];
    }),
  );
}

function valueFrom(field: DescField, json: unknown): unknown {
  if (field.fieldKind === "enum") return enumNumber(field.enum, json);
  const { message } = field;
  if (field.scalar === ScalarType.INT32) return Array.isArray(json) ? json.map(int32) : int32(json);
  if (message === undefined || isFreeForm(message)) return json;
  const inner = (value: unknown) => Object.assign(create(message), isFields(value) ? fieldsFrom(message, value) : {});
  return Array.isArray(json) ? json.map(inner) : inner(json);
}

/** On /v1 the service reads a larger integer as the largest; a message cannot hold it. */
function int32(value: unknown): unknown {
  return typeof value === "number" && Number.isInteger(value) ? Math.min(value, INT32_MAX) : value;
}

function enumNumber(desc: DescEnum, name: unknown): number {
  const value = desc.values.find((each) => each.number !== 0 && shortName(desc, each.name) === name);
  return value?.number ?? UNKNOWN_ENUM_NUMBER;
}

function jsonFrom(schema: DescMessage, message: object): Fields {
  const held = new Map(Object.entries(message));
  return Object.fromEntries(
    schema.fields.flatMap((field) => {
      const value = held.get(field.localName);
      return value === undefined || isAbsent(schema, field, value) ? [] : [[field.name, jsonOf(field, value)]];
    }),
  );
}

/** A zero value means an absent field, unless zero is also the field's default. */
function isAbsent(schema: DescMessage, field: DescField, value: unknown): boolean {
  if (field.fieldKind === "enum") return value === 0;
  if (value === "") {
    const { absent } = answerFields[schema.name]?.[field.name] ?? {};
    return typeof absent === "string" && absent !== "";
  }
  return field.fieldKind === "map" && isFields(value) && Object.keys(value).length === 0;
}

function jsonOf(field: DescField, value: unknown): unknown {
  if (field.fieldKind === "enum") return enumName(field.enum, value);
  const { message } = field;
  if (message === undefined || isFreeForm(message)) return value;
  const inner = (held: unknown) => {
    if (isMessage(held, ListValueSchema)) return toJson(ListValueSchema, held);
    return isFields(held) ? jsonFrom(message, held) : held;
  };
  if (Array.isArray(value)) return value.map(inner);
  if (field.fieldKind !== "map" || !isFields(value)) return inner(value);
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, inner(held)]));
}

function isFreeForm(message: DescMessage): boolean {
  return message.typeName === "google.protobuf.Struct";
}

/** Names on /v1 are in lower case, without the prefix that all values of the enum share. */
function shortName({ sharedPrefix }: DescEnum, valueName: string): string {
  return valueName.slice(sharedPrefix?.length ?? 0).toLowerCase();
}
