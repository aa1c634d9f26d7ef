// Lines and tables: rows depend on their header, indented lines on the line above.
import { describe, expect, it } from "vitest";
import { cut, indexOf, total } from "../cut.ts";

const ROWS = Array.from({ length: 12 }, (_, i) => [`item-${i}`, `a description of item ${i}`, `${i * 3}`]);

const RULE = "+--+--+--+\n";

const TABLES: readonly (readonly [string, string])[] = [
  ["CSV", `id,text,price\n${ROWS.map((row) => row.join(",")).join("\n")}\n`],
  ["CSV without a newline at the end", `id,text,price\r\n${ROWS.map((row) => row.join(",")).join("\r\n")}`],
  ["TSV", `id\ttext\tprice\n${ROWS.map((row) => row.join("\t")).join("\n")}\n`],
  ["semicolons", `id;text;price\n${ROWS.map((row) => row.join(";")).join("\n")}\n`],
  [
    "Markdown",
    `| id | text | price |\n| --- | :-- | --: |\n${ROWS.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`,
  ],
  [
    "psql",
    ` id | text | price \n----+------+------\n${ROWS.map((row) => ` ${row.join(" | ")}`).join("\n")}\n(12 rows)\n`,
  ],
  ["mysql", `${RULE}| id | text | price |\n${RULE}${ROWS.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n${RULE}`],
];

describe("tables", () => {
  it.each(TABLES)("in %s have one unit for each row, which depends on the header", (_name, text) => {
    const result = cut(text);
    expect([result.type, result.noun]).toEqual(["table", "rows"]);
    for (const [id] of ROWS) {
      const row = result.parts.findIndex(
        (part) => part.includes(`${id ?? ""}`) && part.includes(`item ${id?.slice(5)}`),
      );
      expect([result.counts[row], result.heads[row]]).toEqual([1, 0]);
    }
    expect(result.parts[0]).toContain("price");
    expect(result.counts[0]).toBe(0);
    expect(total(result.counts)).toBe(12);
  });

  it("keep a quoted cell with line breaks in its row", () => {
    const text = `id,text,more\n${ROWS.map(([id]) => `${id},"first line\nsecond, line",x`).join("\n")}\n`;
    const { parts, counts } = cut(text);
    expect(total(counts)).toBe(12);
    expect(parts.slice(1).every((part) => part.includes("first line\nsecond, line"))).toBe(true);
  });

  it("ignore a quote that is never closed", () => {
    const rows = ROWS.map((row) => row.join(",")).join("\n");
    const text = `id,text,more\n${rows}\nx,"open,y\n${rows}\n`;
    expect(total(cut(text).counts)).toBe(25);
  });

  it("join rows of a few characters", () => {
    const { parts, counts } = cut(`a\tb\n${"1\t2\n".repeat(300)}`);
    expect(parts.length).toBeLessThan(80);
    expect(total(counts)).toBe(300);
  });

  it("are recognised by named columns, even if cells look like code", () => {
    const row = (port: number) => `tcp   LISTEN 0      128      0.0.0.0:${port}      users:(("sshd",pid=1388,fd=3))\n`;
    const header = "Netid State  Recv-Q Send-Q   Local:Port        Process\n";
    const text = `${header}${[4022, 4080, 4443, 5432, 6379].map(row).join("")}`;
    const { type, noun, heads } = cut(text);
    expect([type, noun]).toEqual(["table", "rows"]);
    expect(heads).toEqual([-1, 0, 0, 0, 0, 0]);
  });

  it("are not recognised in aligned lines of code", () => {
    const lines = Array.from({ length: 12 }, (_, i) => `const value${i + 10}   = find(${i + 10});  // it\n`);
    expect(cut(lines.join("")).type).toBe("code");
  });
});

describe("lines", () => {
  it("share units up to 160 characters and count each line", () => {
    const text = Array.from({ length: 80 }, (_, i) => `some/path/to/file-number-${i}\n`).join("");
    const { type, noun, parts, counts } = cut(text);
    expect([type, noun]).toEqual(["lines", "lines"]);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(160);
    expect(parts.every((part) => part.endsWith("\n"))).toBe(true);
    expect(total(counts)).toBe(80);
  });

  it("count blank lines and never share a unit across them", () => {
    const { parts, counts } = cut(`${"alpha\nbeta\n\n".repeat(30)}`);
    expect(parts).toEqual(Array.from({ length: 30 }, () => "alpha\nbeta\n\n"));
    expect(total(counts)).toBe(90);
  });

  it("make the lines of an entry depend on its first line", () => {
    const vlans = (port: number) => Array.from({ length: 20 }, (_, vlan) => ` allow vlan ${port}${vlan}\n`).join("");
    const entry = (port: number) => `interface Ethernet${port}\n${vlans(port)}!\n`;
    const { type, parts, heads, contexts } = cut([1, 2, 3].map(entry).join(""));
    expect(type).toBe("lines");
    const first = parts.findIndex((part) => part.startsWith("interface Ethernet2"));
    const last = parts.findIndex((part) => part.includes("vlan 219"));
    expect([heads[first], heads[last], contexts[last]]).toEqual([-1, first, "interface Ethernet2"]);
    expect(last).toBeGreaterThan(first);
  });

  it("make indented lines depend on the line above them", () => {
    const ports = Array.from({ length: 20 }, (_, i) => `    port-number-${i}: ${8000 + i}\n`).join("");
    const result = cut(
      `kind: Service\nspec:\n  ports:\n${ports}status:\n  phase: Running\n  since: yesterday evening\n`,
    );
    const inside = indexOf(result, "port-number-15");
    expect(result.contexts[inside]).toBe("spec ports");
    expect(result.heads[inside]).toBe(indexOf(result, "spec:"));
  });
});
