// The messages of compilers and linters, which have the form of search results: `path:line: text`.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const FILES = ["server", "orders", "carts", "prices", "queue"];

describe("code that a message quotes", () => {
  it.each([
    [
      "between blank lines, with its number",
      (name: string) => `\n16 var ${name} = open();\n       ${"~".repeat(12)}\n\n`,
    ],
    ["indented", (name: string) => `\tdefer ${name}.Close()\n\t      ^\n`],
    ["like any line", (name: string) => `func ${name}Of(h http.Header) string {\n     ^\n`],
  ])("stays with the message: %s", (_, code) => {
    const message = (name: string) =>
      `internal/store/${name}.go:88:18: the value that it returns is not checked (${name})\n${code(name)}`;
    expect(cut(FILES.map(message).join("")).parts).toEqual(FILES.map(message));
  });

  it("depends on the message if both are long", () => {
    const long = (name: string) => `src/${name}.ts:16:28 - error TS2307: ${"no module of that name, ".repeat(11)}\n`;
    const code = (name: string) => `16 var ${name} = ${"require(1), ".repeat(8)}2;\n             ~~~~\n\n`;
    const result = cut(FILES.map((name) => long(name) + code(name)).join(""));
    expect(result.heads[indexOf(result, "var carts")]).toBe(indexOf(result, "src/carts.ts"));
  });

  it("does not include the summary below it", () => {
    const message = (name: string) => `${name}/a.go:8:1: ${"never used, ".repeat(11)}\n\tx()\n\t^\n`;
    const result = cut(`${FILES.map((name) => message(name)).join("")}5 issues:\n* unused: 5\n`);
    expect(result.parts.at(-1)).toBe("5 issues:\n* unused: 5\n");
  });
});

describe("a file above its messages", () => {
  it("is a short unit on which the messages depend", () => {
    const messages = "  16:28  error  Expected a condition  curly\n  17:3  warning  Expected a return  returns\n";
    const result = cut(FILES.map((name) => `/home/ci/gateway/${name}.js\n${messages}\n`).join(""));
    const at = result.parts.indexOf("/home/ci/gateway/carts.js\n");
    expect(at).toBeGreaterThan(0);
    expect(result.heads[at + 1]).toBe(at);
  });
});
