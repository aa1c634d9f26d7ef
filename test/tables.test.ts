// Only the tables know content types, statuses and protocols by name. The code uses every setting and status of its
// table, and every term of the glossary.
import { STATUS_CODES } from "node:http";
import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { settingRows } from "../src/config/settings-table.ts";
import { TYPES } from "../src/engine/content-types.ts";
import { type Status, statuses } from "../src/statuses.ts";
import { readSource, type Source, sources } from "./sources.ts";

const STATUSES = "src/statuses.ts";

/** The source without its comments, with plain template strings as ordinary ones. */
function codeOf(text: string): string {
  return text
    .replaceAll(/^\s*(?:\/\/|\*|\/\*).*$|(?<=[;,{)] )\/\/ .*$/gm, "")
    .replaceAll(/`([\w/+-]*)`|'([\w/+-]*)'/g, '"$1$2"');
}

/** Every match of the patterns in the sources, except those for which `exempt` holds. */
function found(patterns: readonly RegExp[], exempt: (source: Source) => boolean): readonly string[] {
  return sources
    .filter((source) => !exempt(source))
    .flatMap(({ path, text }) =>
      patterns.flatMap((pattern) => [...codeOf(text).matchAll(pattern)].map(([hit]) => `${path}: ${hit.trim()}`)),
    );
}

const isTypeTable = ({ path }: Source) => path === "src/engine/content-types.ts";

describe("no file except a table", () => {
  const typeNames = Object.keys(TYPES);
  const anyType = `(?:${typeNames.join("|")})`;

  test("names a content type", () => {
    // Outside the engine, the others also mean something else.
    const own = typeNames.filter((name) => !["json", "markup", "code", "table", "log", "lines"].includes(name));
    const anywhere = new RegExp(
      `"(?:${own.join("|")})"|^\\s*(?:${own.filter((name) => name !== "dialogue").join("|")}): `,
      "gm",
    );
    expect(found([anywhere], isTypeTable)).toEqual([]);
  });

  test("names a content type in the engine, as a text, a key, a pattern or a property", () => {
    const keys = typeNames.filter((name) => !["code", "dialogue", "table"].includes(name));
    const patterns = [
      new RegExp(`"${anyType}"|\\{ ${anyType}: |^\\s*(?:${keys.join("|")}): `, "gm"),
      new RegExp(`${anyType}\\|${anyType}|["'\`]${anyType}[, ]+${anyType}\\b`, "g"),
      /\b(?:TYPES|ContentTypeName|contentType)\b|\btype(?:\.name\b|: \{ name\b|\["name"\])/g,
    ];
    expect(found(patterns, (source) => isTypeTable(source) || source.module !== "engine")).toEqual([]);
  });

  test("names an HTTP status", () => {
    // As limits, 100 and 300 are too common.
    const numbers = Object.keys(STATUS_CODES).filter((status) => status !== "100" && status !== "300");
    // These are also round numbers, which a name with a unit or a bound shows.
    const round = ["200", "500"];
    const rare = numbers.filter((status) => !round.includes(status));
    const patterns = [
      new RegExp(`(?<![\\w.-])(?:${rare.join("|")})(?![\\w.-])`, "g"),
      new RegExp(`(?<!(?:_(?:MAX|MIN|MS|SECOND)|Second)(?: =|:) )(?<![\\w.-])(?:${round.join("|")})(?![\\w.-])`, "g"),
      /\bSTATUS_CODES\b|\bHTTP_STATUS_(?!CONTINUE\b)\w+/g,
    ];
    const silent = /^src\/(?:text|engine|report|evaluation|points|play\/page)\b/;
    expect(found(patterns, ({ path }) => path === STATUSES || silent.test(path))).toEqual([]);
  });

  test("names an RPC code", () => {
    const codes = Object.values(Code).filter((code) => typeof code === "string");
    const snake = codes.map((code) => code.replaceAll(/(?<=.)(?=[A-Z])/g, "_").toLowerCase());
    // Their lower-case names are also kinds of refusals, or everyday words.
    const others = ["unauthenticated", "unavailable", "unknown", "not_found", "aborted", "internal"];
    const inCapitals = ["OK", "CANCELLED", ...snake.map((code) => code.toUpperCase())];
    const quoted = [...inCapitals, ...snake.filter((code) => !others.includes(code))];
    const patterns = [
      new RegExp(`"(?:${quoted.join("|")})"`, "g"),
      // As numbers in text; "1" and "2" have other meanings.
      /(?<!=)"(?:[3-9]|1[0-6])"/g,
      // Under any name by which it is imported or exported.
      /\bCode\b/g,
      /\bcode\)?(?: [=!]==?|:) \d+|\bConnectError\([^;]*, \d+[,)]|"grpc-status"\]?(?::| =) "\d/g,
    ];
    const silent = /^src\/(?:text|engine|report|evaluation|points|play\/page)\b/;
    expect(found(patterns, ({ path }) => path === STATUSES || silent.test(path))).toEqual([]);
  });

  test("names a protocol, except to construct a request", () => {
    const patterns = [
      // HTTP/1.1 servers have an event of the name.
      /(?<!\bprotocol: )(?<!\.on\()"(?:rest|grpc|grpc-web|connect)"/g,
      /\bprotocols(?:\.(?:rest|grpc|connect)\b|\["|\[`)|\bprotocolNames(?:\[|\.(?!map\b|flatMap\b))/g,
      /\b(?:startsWith|endsWith|includes|indexOf)\("(?:grpc|web|rest|connect)/g,
      /^\s*(?:rest|grpc|"grpc-web"): |\{ (?:rest|grpc|"grpc-web"): /gm,
    ];
    // OTLP also has a protocol named grpc.
    const tables = ["src/protocols/protocol.ts", "src/telemetry/otel.ts"];
    expect(found(patterns, ({ path }) => tables.includes(path))).toEqual([]);
  });

  test("recognises a protocol by a content type, except to construct a request", () => {
    const types = /(?<!"content-type": ")application\\?\/(?:grpc|connect|proto)/g;
    // The second file checks whether its fast path can read a request.
    const users = ["src/protocols/protocol.ts", "src/protocols/grpc/unary.ts"];
    expect(found([types], ({ path }) => users.includes(path))).toEqual([]);
  });
});

test("every setting is read by the service", () => {
  const files = ["src/assemble.ts", "src/http/server.ts", "src/cli/serve.ts", "src/config/settings.ts"];
  const readers = files.map((path) => codeOf(readSource(path).text));
  // Libraries read the standard variables themselves.
  const ours = settingRows.filter(({ standardEnv }) => standardEnv === undefined).map(({ name }) => name);
  expect(ours.filter((name) => !readers.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
});

test("every status is used by the service, except the reserved one", () => {
  const code = sources.filter(({ path }) => path !== STATUSES).map(({ text }) => codeOf(text));
  const isUsed = (name: string) => code.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(Object.keys(statuses).filter((name) => !isUsed(name))).toEqual(["out_of_credit"]);
});

test("refusals by the server differ in status and code, because logs name them by these", () => {
  const refusals = Object.values<Status>(statuses).filter(({ refusedBy }) => refusedBy === "server");
  expect(new Set(refusals.map(({ http }) => http)).size).toBe(refusals.length);
  expect(new Set(refusals.map(({ code }) => code)).size).toBe(refusals.length);
});

test("every term of the glossary is used in the code", () => {
  const [, glossary = ""] = readSource("docs/ARCHITECTURE.md").text.split("## Glossary");
  const terms = [...glossary.matchAll(/^\| ([a-z][^|]*) \| /gm)].flatMap(([, cell = ""]) => cell.split(", "));
  const code = sources.map(({ text }) => text).join("\n");
  const ours = terms.filter((term) => term !== "term");
  expect(ours.length).toBeGreaterThan(10);
  expect(ours.length).toBeLessThan(20);
  const isUsed = (term: string) => new RegExp(`\\b${term.replaceAll(" ", "\\W?")}s?\\b`, "i").test(code);
  expect(ours.filter((term) => !isUsed(term))).toEqual([]);
});
