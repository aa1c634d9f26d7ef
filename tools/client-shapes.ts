// `make gen`: writes the client's types, its table of answer fields and its statuses. So the client needs no second
// description of the interface and, on REST, no protobuf runtime.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DescField, type DescMessage, type DescService, getOption, ScalarType } from "@bufbuild/protobuf";
import { http } from "../gen/google/api/annotations_pb.ts";
import { enumNames, isFreeForm, ruleOf } from "../src/protocols/json/fields.ts";
import { defaultOf } from "../src/service/field-defaults.ts";
import { type StatusName, statuses } from "../src/statuses.ts";
import { commentOf, describedService, messagesBelow } from "./described.ts";
import { formatted } from "./project.ts";

const shapesPath = fileURLToPath(new URL("../clients/typescript/src/gen/shapes.ts", import.meta.url));
const statusesPath = fileURLToPath(new URL("../clients/typescript/src/gen/statuses.ts", import.meta.url));
const fieldsPath = fileURLToPath(new URL("../clients/typescript/src/gen/answer-fields.ts", import.meta.url));

/** @returns the text of each generated file, by its path */
export function clientShapes(): ReadonlyMap<string, string> {
  const service = describedService();
  const select = methodNamed(service, "select");
  return new Map([
    [shapesPath, formatted(shapesPath, shapesFile(select.input, select.output))],
    [statusesPath, formatted(statusesPath, statusesFile())],
    [fieldsPath, formatted(fieldsPath, fieldsFile(select.output, getOption(select, http).pattern.value))],
  ]);
}

export function methodNamed(service: DescService, localName: string) {
  const method = service.methods.find((candidate) => candidate.localName === localName);
  if (method === undefined) throw new Error(`${service} has no method ${localName}`);
  return method;
}

function shapesFile(request: DescMessage, response: DescMessage): string {
  return [
    "// The shapes of a select call as /v1 writes them. Generated from the proto files by `make gen`; do not edit.",
    "",
    ...messagesBelow(request).flatMap(requestShape),
    ...messagesBelow(response).flatMap(responseShape),
  ].join("\n");
}

function requestShape(message: DescMessage): readonly string[] {
  const fields = message.fields.flatMap((field) => {
    const { required, orNull } = ruleOf(field);
    const type = typeOf(field, (name) => name);
    return [
      ...doc(field),
      `readonly ${field.name}${required ? ":" : "?:"} ${type}${
        required ? "" : `${orNull ? " | null" : ""} | undefined`
      };`,
    ];
  });
  return [...doc(message), `export interface ${message.name} {`, ...fields, "}", ""];
}

/** Every field is present, because the client fills in those that an answer may omit. Enums are open sets. */
function responseShape(message: DescMessage): readonly string[] {
  const fields = message.fields.flatMap((field) => {
    const type = typeOf(field, () => "string");
    return [...doc(field), `readonly ${field.name}: ${type}${ruleOf(field).orNull ? " | null" : ""};`];
  });
  return [...doc(message), `export interface ${message.name} {`, ...fields, "}", ""];
}

/** Width of a comment's text, in columns. */
const COMMENT_COLUMNS_MAX = 112;

/** The proto file's comment as a doc comment. */
function doc(desc: DescField | DescMessage): readonly string[] {
  const lines = [""];
  for (const word of commentOf(desc).split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length >= COMMENT_COLUMNS_MAX) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.length === 1 ? [`/** ${lines[0]} */`] : ["/**", ...lines.map((line) => ` * ${line}`), " */"];
}

function typeOf(field: DescField, enumType: (names: string) => string): string {
  switch (field.fieldKind) {
    case "scalar":
      return scalarType(field.scalar);
    case "enum":
      return enumType([...enumNames(field.enum).values()].map((name) => JSON.stringify(name)).join(" | "));
    case "message":
      return isFreeForm(field) ? "Readonly<Record<string, unknown>>" : field.message.name;
    case "list":
      if (field.listKind === "scalar") return `readonly ${scalarType(field.scalar)}[]`;
      if (field.listKind === "message") return `readonly ${field.message.name}[]`;
      break;
    case "map":
      if (field.mapKind === "scalar") return `Readonly<Record<string, ${scalarType(field.scalar)}>>`;
      return "Readonly<Record<string, readonly string[]>>";
  }
  throw new Error(`field ${field} has a kind that the client does not know`);
}

function scalarType(type: ScalarType): string {
  if (type === ScalarType.STRING) return "string";
  return type === ScalarType.BOOL ? "boolean" : "number";
}

/** The statuses that their RPC code identifies. RESOURCE_EXHAUSTED has several causes. */
const distinct: readonly StatusName[] = [
  ...(["bad_request", "unauthenticated", "forbidden", "not_found"] as const),
  ...(["request_too_large", "engine_error", "unavailable"] as const),
];

function statusesFile(): string {
  return [
    "// The service's statuses that gRPC distinguishes.",
    "// Generated from src/statuses.ts by `make gen`; do not edit.",
    "",
    "/** The HTTP status of an RPC code, by the number of the code. */",
    "export const httpStatusOfCode: ReadonlyMap<number, number> = new Map([",
    ...distinct.map((name) => `[${statuses[name].code}, ${statuses[name].http}], // ${name}`),
    "]);",
    "",
    "/** The gateway's message if the daily quota is used up. */",
    `export const quotaMessage = ${JSON.stringify(statuses.quota_spent.text)};`,
    "",
  ].join("\n");
}

function fieldsFile(response: DescMessage, path: string | undefined): string {
  return [
    "// What an answer holds, as data: the type of each field and its value if it is left out.",
    "// Generated from the proto files by `make gen`; do not edit.",
    "",
    "export type FieldType =",
    '  | "string" | "number" | "boolean" | "object"',
    "  | { readonly list: FieldType } | { readonly map: FieldType } | { readonly message: string };",
    "",
    "export interface AnswerField {",
    "readonly type: FieldType;",
    "/** Its value when an answer leaves it out; undefined for a field that every answer must hold. */",
    "readonly absent?: unknown;",
    "}",
    "",
    "/** The path of the select call. */",
    `export const selectPath = ${JSON.stringify(path)};`,
    "",
    "/** The fields of each message of an answer, by the message's name. */",
    "export const answerFields: Readonly<Record<string, Readonly<Record<string, AnswerField>>>> = {",
    ...messagesBelow(response).flatMap((message) => [
      `${message.name}: {`,
      ...message.fields.map((field) => `${field.name}: ${answerField(field)},`),
      "},",
    ]),
    "};",
    "",
  ].join("\n");
}

function answerField(field: DescField): string {
  const type = JSON.stringify(fieldType(field));
  const { required, orNull } = ruleOf(field);
  return required ? `{ type: ${type} }` : `{ type: ${type}, absent: ${orNull ? "null" : absentValue(field)} }`;
}

export function absentValue(field: DescField): string {
  const declared = defaultOf(field);
  if (declared !== undefined) return JSON.stringify(declared);
  if (field.fieldKind === "list") return "[]";
  if (field.fieldKind === "map") return "{}";
  if (field.fieldKind !== "scalar") throw new Error(`field ${field} needs a default, null or "required"`);
  return { string: '""', boolean: "false", number: "0" }[scalarType(field.scalar)] ?? "0";
}

function fieldType(field: DescField): unknown {
  switch (field.fieldKind) {
    case "scalar":
      return scalarType(field.scalar);
    case "message":
      return isFreeForm(field) ? "object" : { message: field.message.name };
    case "list":
      if (field.listKind === "scalar") return { list: scalarType(field.scalar) };
      return { list: { message: field.message?.name } };
    case "map":
      return { map: field.mapKind === "scalar" ? scalarType(field.scalar) : { list: "string" } };
    case "enum":
      return "string";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of clientShapes()) writeFileSync(path, text);
}
