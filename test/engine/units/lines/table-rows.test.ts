// Headers of tables: below a caption, with a row of units, above notes.
import { describe, expect, it } from "vitest";
import { cut, indexOf, total } from "../cut.ts";

const PARTS = Array.from({ length: 12 }, (_, i) => [`7010${i + 10}`, `hex bolt M${i + 4}x40 galvanised`, `${i + 5}`]);

function rowsBy(separator: string): string {
  return PARTS.map((row) => `${row.join(separator)}\n`).join("");
}

const bars = `| No | Part | Qty |\n|---|---|--:|\n${PARTS.map((row) => `| ${row.join(" | ")} |\n`).join("")}`;

const CAPTIONS: readonly (readonly [string, string, string])[] = [
  ["a heading of Markdown", "# Parts of plant 2\n\n", bars],
  ["a heading and a line", "# Parts of plant 2\n\nKept by the stores, one row per part.\n\n", bars],
  ["bold text", "**Parts of plant 2, Aug-Sep**\n\n", bars],
  ["the name of a sheet", "Sheet: Parts\n", `No;Part;Qty\n${rowsBy(";")}`],
  ["a row with one filled cell", "Parts of plant 2;;\nlast change by M. Ehlers;;\n;;\n", `No;Part;Qty\n${rowsBy(";")}`],
  ["a tab for each column", "Parts of plant 2\t\t\n", `No\tPart\tQty\n${rowsBy("\t")}`],
  ["two lines and a blank one", "Parts of plant 2\nAs of 2026-09-30; source: v4\n\n", `No,Part,Qty\n${rowsBy(",")}`],
];

describe("the header of a table", () => {
  it.each(CAPTIONS)("stands below %s", (_name, caption, table) => {
    const result = cut(`${caption}${table}`);
    expect([result.type, result.noun]).toEqual(["table", "rows"]);
    expect(result.parts[0]).toBe(caption);
    expect(result.parts[1]).toContain("Part");
    expect(result.parts[1]).not.toContain("hex bolt");
    const row = indexOf(result, "hex bolt M9x40");
    expect([result.heads[row], result.heads[1], result.heads[0]]).toEqual([1, 0, -1]);
    expect(total(result.counts)).toBe(12);
  });

  it.each([
    ["with empty cells", ",,kg\n"],
    ["with dashes", "-,-,pieces\n"],
  ])("includes a row of units %s", (_name, units) => {
    const { parts, counts } = cut(`No,Part,Qty\n${units}${rowsBy(",")}`);
    expect(parts[0]).toBe(`No,Part,Qty\n${units}`);
    expect(total(counts)).toBe(12);
  });

  it("does not include a first row of words or figures", () => {
    expect(cut(`No,Part,Qty\n,,12\n${rowsBy(",")}`).parts[0]).toBe("No,Part,Qty\n");
    expect(cut(`No,Part,Qty\n,hex,bolt\n${rowsBy(",")}`).parts[0]).toBe("No,Part,Qty\n");
    expect(cut(`No,Part,Qty\n,,delivered late\n${rowsBy(",")}`).parts[0]).toBe("No,Part,Qty\n");
  });

  it("is the first line if there is no caption, and a note below the rows does not count", () => {
    const { type, parts, counts } = cut(`No;Part;Qty\n${rowsBy(";")}\n* counted twice\nSigned: M. Ehlers\n`);
    expect([type, parts[0]]).toEqual(["table", "No;Part;Qty\n"]);
    expect(total(counts)).toBe(12);
  });

  it("is not looked for below a text as long as the table", () => {
    const lines = "The stores keep this list.\nAsk before you take a part.\nSign for it.\n";
    expect(cut(`${lines}No,Part,Qty\n1,bolt,2\n2,nut,3\n3,pin,4\n`).type).not.toBe("table");
  });

  it("of columns aligned with spaces is the first line, although cells hold commas", () => {
    const row = (port: number) => `tcp   LISTEN  0.0.0.0:${port}   users:(("sshd",pid=1388,fd=3))\n`;
    const text = `Netid State   Port           Process\n${[4022, 4080, 4443, 5432, 6379].map(row).join("")}`;
    expect(cut(text).heads).toEqual([-1, 0, 0, 0, 0, 0]);
  });

  it.each([",", "\t", ";"])("is found above rows that open with dates, with %j between the cells", (mark) => {
    const rows = PARTS.map(([no], i) => [`2026-01-${i + 10}`, no, "training for fitters"].join(mark));
    const { type, heads, parts } = cut(`${["visit_date", "part", "topic"].join(mark)}\n${rows.join("\n")}\n`);
    expect([type, parts.length]).toEqual(["table", 13]);
    expect(heads.slice(1).every((head) => head === 0)).toBe(true);
  });

  it("is not seen in a log with as many commas in each line", () => {
    const event = (i: number) => `2026-01-05 10:00:${i + 10},120 INFO worker ${i}, queue a, done\n`;
    expect(cut(`starting worker, queue, pool\n${PARTS.map((_, i) => event(i)).join("")}`).type).toBe("log");
  });

  it("of a file of rows is a block of its own, with its caption", () => {
    const { blocks } = cut(`Sheet: Parts\nNo;Part;Qty\n${rowsBy(";")}`);
    expect(blocks.slice(0, 4)).toEqual([0, 0, 1, 1]);
    expect(cut(bars).blocks.slice(0, 2)).toEqual([0, 0]);
  });
});
