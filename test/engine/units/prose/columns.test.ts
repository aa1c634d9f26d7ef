// Tables that are laid out with spaces inside running text.
import { describe, expect, it } from "vitest";
import { tablesIn } from "../../../../src/engine/units/prose/columns.ts";
import { cut, indexOf } from "../cut.ts";

const before =
  "The board met four times in the year. It discussed the results at length.\n\n".repeat(6) +
  "The result is made up as follows (in thousands):\n\n";
const after = "\nThe new plant was opened in May. It employs ninety people, most of whom worked for us before.\n";

const statement = `                                   2003        2002
                              ---------   ---------
SALES
  Tools ..................    $ 14,802    $ 13,977
  Forgings, less returns of
    $300 and $400 ........      21,330      24,615
                              ---------   ---------
                                36,132      38,592
COSTS
  Steel ..................     (8,915)     (8,104)
  Wages ..................     (9,102)     (9,340)
RESULT                          18,115      21,148
`;

/** The units that `index` depends on, from the nearest to the farthest. */
function chain(result: ReturnType<typeof cut>, index: number): readonly string[] {
  const head = result.heads[index] ?? -1;
  return head === -1 ? [] : [(result.parts[head] ?? "").trim(), ...chain(result, head)];
}

describe.each([
  ["prose", ""],
  ["markdown", "# Report\n\n## Board\n\n## Results\n\n"],
])("a table in %s", (type, title) => {
  const result = cut(`${title}${before}${statement}${after}`, "external_data");

  it("is cut into rows", () => {
    expect(result.type).toBe(type);
    expect(result.parts[indexOf(result, "Steel")]).toBe("  Steel ..................     (8,915)     (8,104)\n");
    expect(result.parts[indexOf(result, "RESULT")]).toBe("RESULT                          18,115      21,148\n\n");
    expect(result.parts[indexOf(result, "new plant")]).toContain("The new plant was opened in May.");
  });

  it("has rows that depend on their label, the header and the caption", () => {
    const [label, header, caption] = chain(result, indexOf(result, "Wages"));
    expect(label).toBe("COSTS");
    expect(header).toMatch(/^2003 +2002\s+-{9} +-{9}$/);
    expect(caption).toContain("The result is made up as follows (in thousands):");
    expect(result.contexts[indexOf(result, "Wages")]).toContain("COSTS");
    expect(chain(result, indexOf(result, "RESULT"))[0]).toBe(header);
  });

  it("joins a line without a first cell, and rules, to the row above", () => {
    expect(result.parts[indexOf(result, "38,592")]).toMatch(/^ +\$300 and \$400[\s\S]*---\n +36,132 +38,592\n$/);
  });
});

it("keeps the lines of a cell in one row, below a header of words", () => {
  const rows = [
    "Problem                  Possible cause                  What to do",
    "Rust spots on cutlery    Cutlery is not stainless        Wash it by hand",
    "                         Spilt salt                      Start a programme after",
    "                                                         filling in salt",
    "Foam in the tub          Washing-up liquid in the tub    Wipe it out",
  ];
  const result = cut(`${before}${rows.join("\n")}\n${after}`, "external_data");
  const row = indexOf(result, "Rust spots");
  expect(result.parts[row]).toBe(`${rows.slice(1, 4).join("\n")}\n`);
  expect(chain(result, row)[0]).toBe(rows[0]);
});

it("goes on below a blank line if rows with figures follow, and not if another header does", () => {
  const rows = "Sales        1,204     3,405\nCosts          204       405\n";
  const [one, more] = tablesIn(
    `             2003      2002\n${rows}\nPer share\n  Basic        8.2       9.1\n`,
    0,
    1000,
  );
  expect([one?.lines.length, more]).toEqual([6, undefined]);
  const parts = tablesIn(`             2003      2002\n${rows}\n             2001      2000\n${rows}`, 0, 1000);
  expect(parts.map(({ lines }) => lines.length)).toEqual([3, 3]);
});

it.each([
  [
    "the halves of a printed page",
    "whereas loose clips come singly. A rule     to show a loose clip. The effect vanishes\n",
  ],
  ["items", "-   if you are allergic to it\n"],
  ["the lines of a listing", "25:    It holds the frame.\n"],
  ["sentences with two spaces between them", "It rained for days.  Nobody came.  We left.\n"],
  ["rows in frames", "| a   | b   | c   |\n"],
])("does not take %s for a table", (_name, line) => {
  expect(tablesIn(line.repeat(6), 0, line.length * 6)).toEqual([]);
});
