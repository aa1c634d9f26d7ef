// Requests in the form of /v1 as protobuf messages, and messages back into that form: by the descriptors, so that no
// field is named here. What a message cannot hold (unknown fields, `null`) is left out.
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
import { isFields } from "./fields.ts";
import { answerFields } from "./gen/answer-fields.ts";
import type { ContextRequest } from "./gen/shapes.ts";
import {
  ContextRequestSchema,
  ContextResponseSchema,
  type ContextRequest as RequestMessage,
  type ContextResponse as ResponseMessage,
} from "./gen/winnow/v1/context_pb.ts";

type Values = Readonly<Record<string, unknown>>;

/** What the service reads as a name that its enum does not have. */
const UNKNOWN_ENUM_NUMBER = -1;

/** The most an int32 holds. */
const INTEGER_MAX = 2 ** 31 - 1;

export function requestMessage(request: ContextRequest): RequestMessage {
  const message = create(ContextRequestSchema);
  return Object.assign(message, valuesFrom(ContextRequestSchema, request));
}

/** The fields that the message holds, in the names of /v1. */
export function responseJson(response: ResponseMessage): Values {
  return jsonFrom(ContextResponseSchema, response);
}

function valuesFrom(schema: DescMessage, json: object): Values {
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
  const inner = (value: unknown) => Object.assign(create(message), isFields(value) ? valuesFrom(message, value) : {});
  return Array.isArray(json) ? json.map(inner) : inner(json);
}

/** The service reads larger integers as the largest; a message cannot hold them. */
function int32(value: unknown): unknown {
  return typeof value === "number" && Number.isInteger(value) ? Math.min(value, INTEGER_MAX) : value;
}

function jsonFrom(schema: DescMessage, message: object): Values {
  const held = new Map(Object.entries(message));
  return Object.fromEntries(
    schema.fields.flatMap((field) => {
      const value = held.get(field.localName);
      return value === undefined || isUnsaid(schema, field, value) ? [] : [[field.name, jsonOf(field, value)]];
    }),
  );
}

/** The zero value of a field without presence says nothing where another value is the default. */
function isUnsaid(schema: DescMessage, field: DescField, value: unknown): boolean {
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

function enumNumber(desc: DescEnum, name: unknown): number {
  const value = desc.values.find((each) => each.number !== 0 && nameOf(desc, each.name) === name);
  return value?.number ?? UNKNOWN_ENUM_NUMBER;
}

/** A value that this client's descriptors do not know yet is told by its number. */
export function enumName(desc: DescEnum, value: unknown): string {
  const known = desc.values.find((each) => each.number === value);
  return known === undefined ? String(value) : nameOf(desc, known.name);
}

/** On /v1, values are named without their enum's prefix, in lower case. */
function nameOf({ sharedPrefix }: DescEnum, valueName: string): string {
  return valueName.slice(sharedPrefix?.length ?? 0).toLowerCase();
}
