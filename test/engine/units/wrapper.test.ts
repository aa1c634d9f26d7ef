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
  ["printed object of Python", (text) => `Document(id='7', page_content=${JSON.stringify(text)})`],
  ["printed list of such objects", (text) => `[TextContent(type='text', text=${JSON.stringify(text)})]`],
  ["printed message", (text) => `content=${JSON.stringify(text)} name='read'`],
  ["fenced block", (text) => `\`\`\`csv\n${text}\n\`\`\`\n`],
  ["element", (text) => `<output>\n${text}\n</output>\n`],
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
  });

  it("is only one if little is around the text", () => {
    const listed = { first: NOTES, second: NOTES };
    expect(cut(JSON.stringify(listed)).type).toBe("json");
    expect(cut("<a>\n<b>1</b>\n<b>2</b>\n</a>").type).toBe("markup");
    expect(cut(JSON.stringify({ body: JSON.stringify({ rows: CSV }) })).type).toBe("json");
  });

  it("is no printed tool", () => {
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
