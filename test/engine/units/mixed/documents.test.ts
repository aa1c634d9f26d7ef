// Texts of several documents: each document is a passage, is cut by its own type, and depends on the lines that name
// it.
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../../src/engine/segment.ts";
import { cut, indexOf } from "../cut.ts";

const CODE = (name: string) =>
  `export function ${name}(a, b) {\n  const sum = a + b;\n  if (sum > 10) {\n    return ${name}Limit;\n  }\n` +
  `  return sum;\n}\n\nexport const ${name}Limit = 12;\nexport const ${name}Other = "something else";\n`;
const NOTES = (name: string) =>
  `The ${name} opened in 1902. Its first master was Ada Lund, who kept the log for twenty years.\n` +
  `In 1931 the ${name} burned down. It was built again within a year, with money from the town.\n`;

const LONG_CODE = [1, 2, 3, 4].map((n) => CODE(`two${n}`)).join("\n");

const FILES = ["src/one.ts", "src/two.ts", "src/three.ts"].map((path) => {
  const name = path.slice("src/".length, -".ts".length);
  return { path, name, text: CODE(name) };
});
const PAGES = ["harbour", "lighthouse", "mill"].map((name, at) => ({
  path: `kb/${name}.pdf`,
  name,
  text: NOTES(name),
  at,
}));

type Part = { readonly path: string; readonly name: string; readonly text: string };

/** The ways in which tools pack files and results. */
const LAYOUTS: readonly (readonly [string, readonly Part[], (part: Part, at: number) => string])[] = [
  ["tags with a path", FILES, ({ path, text }) => `<file path="${path}">\n${text}</file>\n\n`],
  [
    "names between rules",
    FILES,
    ({ path, text }) => `${"=".repeat(48)}\nFILE: ${path}\n${"=".repeat(48)}\n${text}\n\n`,
  ],
  ["paths above rules", FILES, ({ path, text }) => `${path}\n---\n${text}\n\n---\n\n`],
  ["paths above fences", FILES, ({ path, text }) => `${path}\n\`\`\`\`ts\n${text}\`\`\`\`\n`],
  ["quoted paths above fences", FILES, ({ path, text }) => `\`${path}\`:\n\n\`\`\`ts\n${text}\`\`\`\n\n`],
  ["headings above fences", FILES, ({ path, text }) => `## File: ${path}\n\`\`\`ts\n${text}\`\`\`\n\n`],
  ["paths alone below a blank line", FILES, ({ path, text }) => `${path}:\n${text}\n`],
  ["the echo of a loop", FILES, ({ path, text }) => `== ${path}\n${text}`],
  ["the names of head and tail", FILES, ({ path, text }) => `==> ${path} <==\n${text}\n`],
  [
    "numbered tags",
    PAGES,
    ({ path, text }, at) =>
      `<document index="${at + 1}">\n<source>${path}</source>\n` +
      `<document_content>\n${text}</document_content>\n</document>\n`,
  ],
  [
    "results in tags",
    PAGES,
    ({ path, text }) => `<result file_name='${path}' score='0.8'>\n<content>\n${text}</content>\n</result>\n`,
  ],
  ["a source and its content", PAGES, ({ path, text }) => `Source: ${path}\nContent: ${text}---\n`],
  ["metadata above", PAGES, ({ path, text }, at) => `page_label: ${at}\nfile_name: ${path}\n\n${text}\n`],
  ["numbered rules", PAGES, ({ name, text }, at) => `==== Document ${at + 1} ====\nTitle: ${name}\n\n${text}\n`],
  ["numbers and titles", PAGES, ({ name, text }, at) => `Document: ${at}\ntitle: ${name}\nsnippet: ${text}\n`],
  ["headings above addresses", PAGES, ({ name, text }) => `## ${name}\nURL: https://a.example/${name}\n\n${text}\n`],
];

describe.each(LAYOUTS)("documents with %s", (_layout, parts, write) => {
  const text = `Below are three.\n\n${parts.map(write).join("")}`;
  const { type, units } = segmentText(text, "tool_result");
  const result = cut(text);

  it("are recognised", () => expect(type.name).toBe("documents"));

  it("depend on their own name, which is an announcement", () => {
    for (const [at, { path, name }] of parts.entries()) {
      const needle = parts === FILES ? `${name}Other` : `${name} burned down`;
      let above = indexOf(result, needle);
      while ((result.heads[above] ?? -1) >= 0) above = result.heads[above] ?? -1;
      expect(result.parts[above]).toMatch(new RegExp(`${path.replace(/[/.]/g, "\\$&")}|${name}`));
      expect([result.counts[above], result.announces[above]]).toEqual([0, true]);
      expect(units[indexOf(result, needle)]?.passage).toBe(at + 1);
    }
  });

  it("are also searched by their name", () => {
    const needle = parts === FILES ? "twoLimit = 12" : "lighthouse burned down";
    const words = parts === FILES ? "two" : "lighthouse";
    expect(result.contexts[indexOf(result, needle)]).toContain(words);
  });
});

describe("documents", () => {
  const files = FILES.map(({ path, text }) => `<file path="${path}">\n${text}</file>\n`).join("");

  it("are cut by their own type", () => {
    const table = `<file path="a.csv">\nberth,place,ships\n${"1,pier,7\n2,quay,9\n".repeat(30)}</file>\n`;
    const result = cut(`${files}<file path="src/long.ts">\n${LONG_CODE}</file>\n${table}`);
    expect(result.contexts[indexOf(result, "two3Other")]).toContain("src/long.ts");
    expect(result.heads.at(-1)).toBe(indexOf(result, "berth,place"));
    expect(result.noun).toBe("lines");
  });

  it("are separate from the text below them", () => {
    const result = cut(`${files}\nAnswer in one sentence, and name the file that you mean.`);
    expect(result.heads[indexOf(result, "Answer in one")]).toBe(-1);
  });

  it("end where the next mark starts", () => {
    const result = cut(files);
    expect(result.parts[indexOf(result, "twoOther")]).toContain("</file>");
    expect(result.parts[indexOf(result, "src/three.ts")]).toBe('<file path="src/three.ts">\n');
  });

  it("have a short unit for the name, and another one for long fields", () => {
    const page = ({ name, text }: Part) =>
      `## ${name}\nURL: https://a.example/a/long/address/of/a/page/about/the/${name}/and/much/more\n` +
      `Published: 2026-01-01\n\n${text}\n`;
    const result = cut(PAGES.map(page).join(""));
    expect(result.parts[indexOf(result, "## mill")]).toBe("## mill\n");
    expect(result.heads[indexOf(result, "about/the/mill")]).toBe(indexOf(result, "## mill"));
  });

  it("may be the lists of folders", () => {
    const folder = ({ name }: Part) =>
      `${name}:\ntotal 12\n${`-rw-r--r--  1 root  4096 May  9 ${name}.md\n`.repeat(5)}\n`;
    const { contexts, parts, type } = cut(PAGES.map(folder).join(""));
    expect([type, contexts.at(-1)]).toEqual(["documents", "mill"]);
    expect(parts).toContain("mill:\n");
  });

  it("are searched by the beginning of a long name", () => {
    const result = cut(PAGES.map(({ name, text }) => `Title: ${`${name} `.repeat(30)}\n\n${text}\n`).join(""));
    expect(result.contexts[indexOf(result, "mill burned")]).toHaveLength(120);
  });

  it("may have their name below", () => {
    const node = ({ path, text }: Part, at: number) =>
      `Node ID: 0000000${at}-ab\nText: ${text}Score: 0.5\nMetadata: {'file': '${path}'}\n\n`;
    const result = cut(PAGES.map(node).join(""));
    expect(result.type).toBe("documents");
    expect(result.heads[indexOf(result, "The mill opened")]).toBe(indexOf(result, "kb/mill.pdf"));
    expect(result.contexts[indexOf(result, "The mill opened")]).toContain("kb/mill.pdf");
  });

  it.each([
    [
      "a page with listings",
      "markdown",
      FILES.map(({ path, text }) => `### ${path}\n\n\`\`\`ts\n${text}\`\`\`\n\n${NOTES("it")}\n`),
    ],
    ["titles of sections above rules", "markdown", PAGES.map(({ text }, at) => `7.${at}.0\n-----\n\n${text}\n`)],
    [
      "entries of a directory",
      "entries",
      PAGES.map(({ name }) => `dn: cn=${name}\ntitle: ${name}\nmail: ${name}@a.example\n\n`.repeat(4)),
    ],
    [
      "matches below a path",
      "search_results",
      FILES.map(({ path }) => `${path}\n${"12:  const sum = 3;\n".repeat(9)}\n`),
    ],
    ["only two sources", "prose", PAGES.slice(1).map(({ path, text }) => `Source: ${path}\n${text}\n`)],
  ])("are not seen in %s", (_name, type, parts) => expect(cut(parts.join("")).type).toBe(type));
});
