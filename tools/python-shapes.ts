// `make gen`: writes the Python client's types, its table of answer fields and the descriptors that its gRPC extra
// loads, all from the proto files. So the client has no second description of the interface.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DescEnum, type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { http } from "../gen/google/api/annotations_pb.ts";
import { enumNames, isFreeForm, ruleOf } from "../src/protocols/json/fields.ts";
import { absentValue, methodNamed } from "./client-shapes.ts";
import { commentOf, describedService, messagesBelow } from "./described.ts";
import { program, root } from "./project.ts";

const folder = fileURLToPath(new URL("../clients/python/src/winnow_client/", import.meta.url));

/** Width of the Python sources, in columns. */
const COLUMNS_MAX = 120;
const INDENT = "    ";

/** @returns the content of each generated file, by its path */
export function pythonShapes(): ReadonlyMap<string, string | Uint8Array> {
  const select = methodNamed(describedService(), "select");
  return new Map<string, string | Uint8Array>([
    [`${folder}shapes.py`, shapesFile(select.input, select.output)],
    [`${folder}_transport/answer_fields.py`, fieldsFile(select.output, getOption(select, http).pattern.value)],
    [`${folder}_transport/context.binpb`, descriptors()],
  ]);
}

/** Descriptors of the service and of everything it imports, without comments. */
function descriptors(): Uint8Array {
  const only = ["--path", "proto/winnow/v1/context.proto"];
  const words = ["build", ...only, "--exclude-source-info", "--as-file-descriptor-set", "-o", "-#format=binpb"];
  return execFileSync(program("buf"), words, { cwd: root });
}

function shapesFile(request: DescMessage, response: DescMessage): string {
  return [
    '"""The shapes of a select call as /v1 writes them. Generated from the proto files by `make gen`; do not edit."""',
    "",
    "from __future__ import annotations",
    "",
    "import sys",
    "from collections.abc import Mapping, Sequence",
    "from typing import Any, Literal, TypedDict",
    "",
    "if sys.version_info >= (3, 11):",
    `${INDENT}from typing import NotRequired`,
    "else:",
    `${INDENT}from typing_extensions import NotRequired`,
    "",
    ...enumsOf(messagesBelow(request)).flatMap(literalOf),
    ...messagesBelow(request).flatMap((message) => classOf(message, requestType)),
    ...messagesBelow(response).flatMap((message) => classOf(message, responseType)),
  ].join("\n");
}

function enumsOf(messages: readonly DescMessage[]): readonly DescEnum[] {
  return messages.flatMap(({ fields }) => fields.flatMap((field) => field.enum ?? []));
}

function literalOf(desc: DescEnum): readonly string[] {
  const values = [...enumNames(desc).values()].map((name) => `${INDENT}${JSON.stringify(name)},`);
  return [`${desc.name} = Literal[`, ...values, "]", `"""${commentOf(desc)}"""`, ""];
}

function classOf(message: DescMessage, typeOf: (field: DescField) => string): readonly string[] {
  const fields = message.fields.flatMap((field) => ["", `${INDENT}${field.name}: ${typeOf(field)}`, ...doc(field)]);
  return ["", `class ${message.name}(TypedDict):`, ...doc(message), ...fields, ""];
}

function requestType(field: DescField): string {
  const { required, orNull } = ruleOf(field);
  const type = valueType(field, ({ name }) => name, "Sequence", "Mapping");
  return required ? type : `NotRequired[${type}${orNull ? " | None" : ""}]`;
}

/** Every field is present, because the client fills in those that an answer may omit. Enums are open sets. */
function responseType(field: DescField): string {
  return valueType(field, () => "str", "list", "dict") + (ruleOf(field).orNull ? " | None" : "");
}

function valueType(field: DescField, enumType: (desc: DescEnum) => string, list: string, map: string): string {
  switch (field.fieldKind) {
    case "scalar":
      return scalarType(field.scalar);
    case "enum":
      return enumType(field.enum);
    case "message":
      return isFreeForm(field) ? `${map}[str, Any]` : field.message.name;
    case "list":
      return `${list}[${field.listKind === "scalar" ? scalarType(field.scalar) : field.message?.name}]`;
    case "map":
      return `${map}[str, ${field.mapKind === "scalar" ? scalarType(field.scalar) : `${list}[str]`}]`;
  }
}

function scalarType(type: ScalarType): string {
  if (type === ScalarType.STRING) return "str";
  if (type === ScalarType.BOOL) return "bool";
  return type === ScalarType.DOUBLE ? "float" : "int";
}

/** The proto file's comment as a wrapped docstring. */
function doc(desc: DescField | DescMessage): readonly string[] {
  const lines = [`${INDENT}"""`];
  for (const word of `${commentOf(desc).replaceAll("\\", "\\\\")}"""`.split(" ")) {
    const last = lines.at(-1) ?? "";
    const gap = last === `${INDENT}"""` || last === INDENT ? "" : " ";
    if (last.length + gap.length + word.length <= COLUMNS_MAX) lines[lines.length - 1] = last + gap + word;
    else lines.push(INDENT + word);
  }
  return lines;
}

function fieldsFile(response: DescMessage, path: string | undefined): string {
  return [
    '"""What an answer holds, as data: the type of each field and the value of a field that is left out.',
    "",
    "Generated from the proto files by `make gen`; do not edit.",
    '"""',
    "",
    "from __future__ import annotations",
    "",
    "from dataclasses import dataclass",
    "from typing import Any, Final, Literal",
    "",
    "",
    "@dataclass(frozen=True)",
    "class ListOf:",
    `${INDENT}item: FieldType`,
    "",
    "",
    "@dataclass(frozen=True)",
    "class MapOf:",
    `${INDENT}item: FieldType`,
    "",
    "",
    "@dataclass(frozen=True)",
    "class MessageOf:",
    `${INDENT}name: str`,
    "",
    "",
    'FieldType = Literal["string", "number", "boolean", "object"] | ListOf | MapOf | MessageOf',
    "",
    "",
    "@dataclass(frozen=True)",
    "class AnswerField:",
    `${INDENT}type: FieldType`,
    `${INDENT}required: bool = False`,
    `${INDENT}absent: Any = None`,
    "",
    "",
    `SELECT_PATH: Final = ${JSON.stringify(path)}`,
    "",
    "ANSWER_FIELDS: Final[dict[str, dict[str, AnswerField]]] = {",
    ...messagesBelow(response).flatMap((message) => [
      `${INDENT}"${message.name}": {`,
      ...message.fields.map((field) => `${INDENT}${INDENT}"${field.name}": ${answerField(field)},`),
      `${INDENT}},`,
    ]),
    "}",
    "",
  ].join("\n");
}

function answerField(field: DescField): string {
  const { required, orNull } = ruleOf(field);
  const type = fieldType(field);
  if (required) return `AnswerField(${type}, required=True)`;
  return orNull ? `AnswerField(${type})` : `AnswerField(${type}, absent=${pythonLiteral(absentValue(field))})`;
}

function pythonLiteral(json: string): string {
  return json === "true" ? "True" : json === "false" ? "False" : json;
}

function fieldType(field: DescField): string {
  switch (field.fieldKind) {
    case "scalar":
      return scalarName(field.scalar);
    case "enum":
      return '"string"';
    case "message":
      return isFreeForm(field) ? '"object"' : `MessageOf("${field.message.name}")`;
    case "list":
      if (field.listKind === "scalar") return `ListOf(${scalarName(field.scalar)})`;
      return `ListOf(MessageOf("${field.message?.name}"))`;
    case "map":
      return `MapOf(${field.mapKind === "scalar" ? scalarName(field.scalar) : 'ListOf("string")'})`;
  }
}

function scalarName(type: ScalarType): string {
  if (type === ScalarType.STRING) return '"string"';
  return type === ScalarType.BOOL ? '"boolean"' : '"number"';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of pythonShapes()) writeFileSync(path, content);
}
