// Rows that are lists of values depend on their columns, wherever the columns are. Ordinary rows are not cut.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const NAMES = ["incident", "service", "commander", "minutes_down", "root_cause"];
const FIELDS = NAMES.map((name) => ({ name, type: "STRING" }));
const CAUSE = "a cause that takes more words than the other values of its row and makes it longer than a unit ".repeat(
  3,
);
const ROWS = Array.from({ length: 20 }, (_, id) => [`INC-${id}`, "ledger", `Ann ${id}`, 10 + id, `${CAUSE} ${id}`]);
const CELLS = ROWS.map((row) => ({ f: row.map((v) => ({ v })) }));

const SHAPES: readonly (readonly [string, unknown])[] = [
  ["strings before", { database: "ops", columns: NAMES, rows: ROWS }],
  ["strings after", { rows: ROWS, columns: NAMES, truncated: false }],
  ["fields of a schema before", { kind: "response", schema: { fields: FIELDS }, jobs: [], rows: CELLS }],
  ["objects after, next to what holds the rows", { result: { data: ROWS }, meta: { columns: FIELDS } }],
  ["the first row", { range: "A1:E21", values: [NAMES, ...ROWS] }],
];

const WRITERS: readonly (readonly [string, (value: unknown) => string])[] = [
  ["minified", (value) => JSON.stringify(value)],
  ["pretty", (value) => JSON.stringify(value, null, 2)],
];

describe.each(SHAPES)("columns as %s", (_shape, value) => {
  it.each(WRITERS)("head the rows of %s JSON, which stay whole", (_writer, write) => {
    const result = cut(write(value));
    const row = indexOf(result, '"INC-7"');
    expect(result.parts[row]).toContain("Ann 7");
    expect(result.parts[row]).toContain(`${CAUSE} 7`);
    const columns = indexOf(result, '"root_cause"');
    expect(result.parts[columns]).toContain('"incident"');
    expect(result.heads[row]).toBe(columns);
    expect(result.announces[columns]).toBe(true);
    expect(result.blocks[columns + 1]).not.toBe(result.blocks[columns]);
  });
});

it("makes the values of a series depend on its tags, by which they are also searched", () => {
  const series = ["web-01", "web-02"].map((host) => ({
    name: "disk",
    tags: { host, path: "/var", region: "eu-north-1", team: "storage", os: "debian", rack: "R14", room: "north 2" },
    columns: ["time", "used_percent"],
    values: Array.from({ length: 20 }, (_, hour) => [`2026-10-08T${hour + 10}:00:00Z`, hour]),
  }));
  const result = cut(JSON.stringify({ results: [{ statement_id: 0, series }] }));
  const columns = result.heads[result.parts.findLastIndex((part) => part.includes("T12:00"))] ?? -1;
  expect(result.parts[columns]).toContain("used_percent");
  expect(result.parts[result.heads[columns] ?? -1]).toContain("web-02");
  expect(result.contexts[result.heads.lastIndexOf(columns)]).toContain("series disk values host web-02 path /var");
});

it("does not take a list of another length for the columns", () => {
  const result = cut(JSON.stringify({ keys: ["a", "b", "c"], tags: [1, 2, 3, 4, 5], rows: ROWS.slice(0, 2) }));
  expect(result.announces).not.toContain(true);
});
