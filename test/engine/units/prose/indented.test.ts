// Prose in which deeper text depends on the line above it.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const MORE =
  "It goes on for long enough to be a unit of its own, so that nothing of it is put together with the next. ";

describe("prose with indentation", () => {
  const option = (name: string, about: string) =>
    `       ${name}\n              ${about} ${MORE}\n              ${MORE}\n\n`;
  const page = cut(
    `NAME\n       copy - copies trees\n\nOPTIONS\n${option("--depth", "Goes N levels deep.")}` +
      `${option("--bare", "Makes no tree.")}SEE ALSO\n       The guide. ${MORE}\n`,
  );
  const headOf = (needle: string) => page.heads[indexOf(page, needle)] ?? -1;

  it("makes a description depend on its option, and an option on its section", () => {
    expect(page.type).toBe("prose");
    const bare = indexOf(page, "--bare");
    expect(page.heads.filter((head) => head === bare).length).toBeGreaterThan(1);
    expect(headOf("Makes no tree")).toBe(bare);
    expect(headOf("--bare")).toBe(indexOf(page, "OPTIONS"));
    expect(page.contexts[indexOf(page, "Makes no tree")]).toBe("OPTIONS bare");
  });

  it("ends a section where the text returns to its level", () => {
    expect(headOf("SEE ALSO")).toBe(-1);
    expect(headOf("The guide")).toBe(indexOf(page, "SEE ALSO"));
  });

  it.each([
    ["one caption", `Figure 1\n    ${MORE}\n${MORE}\n`],
    ["first lines that are indented", `    ${MORE}\n${MORE}\n`.repeat(4)],
    [
      "long lines, each above an indented rest",
      `Smith, A. and Jones, B. (1998), a title that fills the whole of its line up to\n   the end.\n\n`.repeat(4),
    ],
  ])("has no dependencies in a text with %s", (_name, text) => {
    expect(new Set(cut(text).heads)).toEqual(new Set([-1]));
  });
});

describe("a document's header", () => {
  const news = "Union comes out against takeover\nThe Labor Sheet · 6 March 2025\n\n";
  const headsOf = (text: string) => [...new Set(cut(text).heads)];

  it("is the head of all the text below", () => {
    const { parts, heads, contexts } = cut(`${news}${MORE}\n\n${MORE}\n`);
    expect(parts[0]).toBe(news);
    expect(heads).toEqual([-1, 0, 0]);
    expect(contexts[1]).toContain("Union comes out against takeover");
  });

  it("may be made of fields", () => {
    expect(headsOf(`Title: Union comes out\nSource: The Labor Sheet\n\n${MORE}\n\n${MORE}\n`)).toEqual([-1, 0]);
  });

  it.each([
    ["Rosario Dock", "Rosario Dock is a disused dock on the river."],
    ["Mercury (planet)", "The planet Mercury is the one next to the sun."],
    ["Arthur Beddowes", "Colonel Arthur J. Beddowes was an officer."],
  ])("may be a title right above a sentence that repeats its words: %s", (title, sentence) => {
    const { parts, heads, contexts } = cut(`${title}\n${sentence} ${MORE}\n${MORE}`);
    expect(parts[0]).toBe(`${title}\n`);
    expect(new Set(heads.slice(1))).toEqual(new Set([0]));
    expect(contexts[1]).toBe(title);
  });

  it.each([
    ["a sentence", `The union will oppose the sale.\n\n${MORE}\n\n${MORE}\n`],
    ["blank lines", `\n\n${MORE}\n\n${MORE}\n`],
    ["many short lines", `${"Union comes out\n".repeat(6)}\n${MORE}\n\n${MORE}\n`],
    ["a line above a short text", `${news}They vote.\n`],
    ["a title above a short text", "Rosario Dock\nRosario Dock is a dock.\nIt is disused.\n"],
    ["a line right above the text", `Union comes out against takeover\n${MORE}\n\n${MORE}\n`],
  ])("is not %s", (_name, text) => {
    expect(headsOf(text)).toEqual([-1]);
  });
});
