// A text that only wraps another: it is cut like the inner text, and no unit ends inside an escape sequence.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../src/engine/segment.ts";
import { cut, indexOf } from "./cut.ts";
import { SHAPES } from "./shapes.ts";

const CSV = Array.from({ length: 30 }, (_, row) => `${row + 1},"Harbour, pier ${row}",${row * 7}`);
const TABLE = ["berth,place,ships", ...CSV].join("\n");
const NOTES = "The harbour opened in 1902. Its first master was Ada Lund. She kept the log for twenty years. ".repeat(
  5,
);

const WRAPPERS: readonly (readonly [string, (text: string) => string])[] = [
  ["JSON string", (text) => JSON.stringify({ content: text })],
  ["result of an MCP server", (text) => JSON.stringify({ content: [{ type: "text", text }], isError: false })],
  ["literal of Python", (text) => `{'output': '${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'}`],
  ["printed Python object", (text) => `Document(id='7', page_content=${JSON.stringify(text)})`],
  ["printed list of such objects", (text) => `[TextContent(type='text', text=${JSON.stringify(text)})]`],
  ["printed message", (text) => `content=${JSON.stringify(text)} name='read'`],
  ["fenced block", (text) => `\`\`\`csv\n${text}\n\`\`\`\n`],
  ["element", (text) => `<output>\n${text}\n</output>\n`],
  ["element in another", (text) => `<result>\n<stdout>\n${text}\n</stdout>\n<code>0</code>\n</result>\n`],
  ["section of character data", (text) => `<?xml version="1.0"?>\n<result><![CDATA[${text}]]></result>`],
  ["fenced block in a JSON string", (text) => JSON.stringify({ text: `\`\`\`\n${text}\n\`\`\`` })],
];

describe.each(WRAPPERS)("a %s", (_name, wrap) => {
  it("has the type of its text", () => {
    expect(cut(wrap(TABLE)).type).toBe("table");
    expect(cut(wrap(NOTES)).type).toBe("prose");
  });

  it("has a row for each row, which depends on the header", () => {
    const result = cut(wrap(TABLE));
    expect(result.counts.reduce((sum, count) => sum + count, 0)).toBe(CSV.length);
    expect(result.heads[indexOf(result, "pier 17")]).toBe(indexOf(result, "berth,place"));
  });

  it("has no unit of its own", () => {
    const { parts } = cut(wrap(NOTES));
    expect(parts[0]).toContain("opened in 1902");
    expect(parts.join("")).toBe(wrap(NOTES));
  });
});

describe("a wrapper", () => {
  it("that names its text is a unit on which the text depends", () => {
    const result = cut(JSON.stringify({ path: "docs/harbour.md", content: NOTES }));
    const name = indexOf(result, "docs/harbour.md");
    expect(result.parts[name]).toBe('{"path":"docs/harbour.md","content":"');
    expect(result.heads.slice(1).every((head) => head === name)).toBe(true);
    expect(cut(`<file path="docs/harbour.md">\n${NOTES}\n</file>`).heads.at(-1)).toBe(0);
    const named = `<file><meta><path>docs/harbour.md</path></meta>\n<text>${NOTES}</text></file>`;
    expect(cut(named).heads.at(-1)).toBe(0);
  });

  it("is only one if little is around the text", () => {
    const listed = { first: NOTES, second: NOTES };
    expect(cut(JSON.stringify(listed)).type).toBe("json");
    expect(cut("<a>\n<b>1</b>\n<b>2</b>\n</a>").type).toBe("markup");
    expect(cut(JSON.stringify({ body: JSON.stringify({ rows: CSV }) })).type).toBe("json");
  });

  it("is not a printed tool", () => {
    const printed = `StructuredTool(name='moor', description="${NOTES}")`;
    expect(cut(printed, "tool_schema").type).toBe("prose");
    expect(cut(printed).type).toBe("prose");
    expect(cut(printed).parts.length).toBeGreaterThan(1);
  });

  it("is a single element, not several with the same name", () => {
    const file = (name: string) => `<file path="docs/${name}.md">\n${NOTES}\n</file>\n`;
    const { contexts } = cut(`${file("harbour")}${file("pier")}`);
    expect(contexts.at(-1)).not.toContain("harbour");
  });

  it("is not an element above other content", () => {
    const listed = `<list><file>\n${NOTES}\n</file>\n<file>The pier is closed until May.</file></list>`;
    expect(cut(listed).type).toBe("markup");
    expect(cut(`<page><p>${"The <b>pier</b> is <i>long</i>. ".repeat(9)}</p></page>`).type).toBe("markup");
  });

  it("is read with its words whole", () => {
    const text = JSON.stringify({ content: "pier\nharbour\tmaster" });
    expect(segmentText(text, "tool_result").readable).toBe('{"content":"pier \nharbour \tmaster"}');
  });

  it("is opened three times at most", () => {
    const nested = Array.from({ length: 9 }).reduce<string>((text) => `<a>\n\`\`\`\n${text}\n\`\`\`\n</a>`, NOTES);
    expect(cut(nested).parts.join("")).toBe(nested);
  });

  it("is never cut inside an escape sequence", () => {
    const inner = fc.oneof(...Object.values(SHAPES));
    fc.assert(
      fc.property(inner, (text) => {
        const body = JSON.stringify(text);
        const { units } = segmentText(`{"content":${body}}`, "tool_result");
        for (const { start } of units.slice(1)) {
          const part = body.slice(0, start - '{"content":'.length);
          expect(() => JSON.parse(part === "" || part === body ? body : `${part}"`)).not.toThrow();
        }
      }),
    );
  });
});

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
  it("end with the text if it breaks off inside an escape sequence", () => {
    const file = JSON.stringify(moduleOf("moor")).slice(0, -1);
    const text = `[${file}",${file}\\`;
    const { type, parts } = cut(text);
    expect(type).toBe("code");
    expect(parts.join("")).toBe(text);
    expect(segmentText(text, "tool_result").units.at(-1)?.end).toBe(text.length);
  });

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
