// The headings and dates of a dialogue: turns depend on them, and headings inside a turn are part of it.
import { describe, expect, it } from "vitest";
import { sectionAt } from "../../../../src/engine/units/mixed/dialogue-sections.ts";
import { cut, total } from "../cut.ts";

const openingOf = (text: string) => {
  const opening = sectionAt(text, 0, text.length);
  return opening === null ? null : [opening.rank, opening.words.trim()];
};

describe("a section opens with", () => {
  it.each<[string, [number, string]]>([
    ["# Trip\nAda: Hi", [1, "# Trip"]],
    ["## Half marathon plan\n\n*January 8, 2024*\n\n**You:**\n\nHi", [2, "## Half marathon plan *January 8, 2024*"]],
    ["# Export\n\n## Trip\n\nAda: Hi", [1, "# Export"]],
    ["--- Mon Sep 02 2024 ---\nAda: Hi", [7, "--- Mon Sep 02 2024 ---"]],
    ["Monday, May 6th\nAda: Hi", [7, "Monday, May 6th"]],
    ["2024-05-06\n\nAda: Hi", [7, "2024-05-06"]],
    ["8. Mai 2024\r\nAda: Hi", [7, "8. Mai 2024"]],
    ["Session Date: 2024/01/08 (Mon) 19:22\n\nUser: Hi", [7, "Session Date: 2024/01/08 (Mon) 19:22"]],
    ["March 5, 2024 at 7:22 PM UTC\nAda: Hi", [7, "March 5, 2024 at 7:22 PM UTC"]],
  ])("%j", (text, expected) => {
    expect(openingOf(text)).toEqual(expected);
  });
});

describe("no section opens with", () => {
  it.each([
    "Ada: Hi\nBen: Hi",
    "Thanks!\n\nBen: Hi",
    "We met on 2024-05-06\nAda: Hi",
    "Ada: 2024-05-06, I think\nBen: Hi",
    `## Pegs\n\n${"You need six of them. ".repeat(9)}\n\nAda: Hi`,
    "## Pegs\n1\n2\n3\n4\nAda: Hi",
    "## The end",
  ])("%j", (text) => {
    expect(openingOf(text)).toBeNull();
  });
});

const answer =
  "Yes. ## No.\n\n## Pegs\n\nYou need six of them, and a mallet. Buy both, and see what is in the bag.\n\n";
const chat = (title: string, date: string) =>
  `## ${title}\n\n*${date}*\n\n**You:**\n\nWhat do I need?\n\n**Assistant:**\n\n${answer}---\n\n`;
const { parts, counts, heads, contexts } = cut(chat("Tent", "May 1, 2024") + chat("Boat", "May 2, 2024"));

describe("turns", () => {
  it("depend on the heading and the date above them, and not on a heading inside a turn", () => {
    expect(parts.map((part) => part.split("\n")[0])).toEqual([
      "## Tent",
      "**You:**",
      "**Assistant:**",
      "## Boat",
      "**You:**",
      "**Assistant:**",
    ]);
    expect(heads).toEqual([-1, 0, 1, -1, 3, 4]);
    expect(contexts[4]).toBe("Boat *May 2, 2024");
    expect(total(counts)).toBe(6);
  });

  it("that are long depend on it by their first unit", () => {
    const long = `# Tent\n\nAda: ${"We talked about the pegs for a while. ".repeat(30)}\n`;
    const cutLong = cut(`${long}Ben: No.\nAda: Yes.\nBen: No.\n`);
    expect(cutLong.heads.slice(0, 4)).toEqual([-1, 0, 1, 1]);
    expect(new Set(cutLong.contexts.slice(1))).toEqual(new Set(["Tent"]));
  });
});
