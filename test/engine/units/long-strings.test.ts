// A JSON list of long strings: each string of code, a log or a table is cut by its own type and depends on its fields.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../src/engine/segment.ts";
import { cut, indexOf } from "./cut.ts";
import { SHAPES } from "./shapes.ts";

function moduleOf(name: string): string {
  const body = Array.from({ length: 9 }, (_, at) => `  const value${at} = read("${name}", ${at});`);
  const lines = [
    'import { read } from "./store.ts";',
    "",
    `export function ${name}(): number {`,
    ...body,
    "  return 1;",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

const FILES = ["moor", "berth", "depart"].map((name) => ({ path: `src/${name}.ts`, content: moduleOf(name) }));
const LIST = JSON.stringify(FILES);

describe("a JSON list of files", () => {
  it("has the type of its longest string", () => {
    expect(cut(LIST).type).toBe("code");
    expect(cut(LIST).noun).toBe("lines");
  });

  it("is cut as its files are, each below its path", () => {
    const result = cut(LIST);
    const path = indexOf(result, "src/berth.ts");
    expect(result.parts[path]).toBe('"},{"path":"src/berth.ts","content":"');
    expect(result.announces[path]).toBe(true);
    const definition = indexOf(result, "function berth");
    expect(result.heads[definition]).toBe(path);
    expect(result.contexts[definition]).toContain("src/berth.ts");
    expect(result.parts[definition]).toMatch(/^(?!.*function moor).*function berth/);
  });

  it("is partitioned by its units", () => {
    expect(cut(LIST).parts.join("")).toBe(LIST);
  });

  it("may be an object of files", () => {
    const texts = Object.fromEntries(FILES.map(({ path, content }) => [path, content]));
    expect(cut(JSON.stringify(texts)).type).toBe("code");
  });
});

describe("what stays JSON", () => {
  const prose =
    "The harbour opened in 1902.\nIts first master was Ada Lund.\nShe kept the log for twenty years.\n".repeat(4);

  it("is a list of sentences", () => {
    expect(cut(JSON.stringify([{ text: prose }, { text: prose }])).type).toBe("json");
  });

  it("is a list with more in fields than in long strings", () => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, `value ${at}`]));
    expect(cut(JSON.stringify(FILES.map((file) => ({ ...file, ...fields })))).type).toBe("json");
  });

  it("is a list of short strings", () => {
    const functions = FILES.map(({ path }) => ({
      path,
      content: `function a() {\n  return "${path.repeat(12)}";\n}\n`,
    }));
    expect(cut(JSON.stringify(functions)).type).toBe("json");
  });

  it("is a list of encoded JSON", () => {
    expect(cut(JSON.stringify(FILES.map((file) => ({ body: JSON.stringify(file) })))).type).toBe("json");
  });
});

describe("the units of long strings", () => {
  it("never end inside an escape sequence", () => {
    const shapes = fc.array(fc.oneof(...Object.values(SHAPES)), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(shapes, (texts) => {
        const text = JSON.stringify(texts.map((content) => ({ content: `${moduleOf("moor")}${content}` })));
        const { units } = segmentText(text, "tool_result");
        expect(units.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        for (const { end } of units) expect(text.slice(0, end)).not.toMatch(/(?<!\\)(?:\\\\)*\\(?:u[\da-f]{0,3})?$/i);
      }),
    );
  });
});
