// Tables that join two others, in SQL and in data dictionaries.
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../../../bench/speed/harness/cpu.ts";
import { joinedTableScores } from "../../../../src/engine/scoring/links/joined-tables.ts";
import { analysed, record } from "../../request.ts";

const NOTE = "a note that makes this row long enough for a unit of its own";

/** Columns of three tables: name, and the table that it refers to. */
const TABLES = {
  customer: [
    ["id", ""],
    ["name", ""],
  ],
  booking: [
    ["id", ""],
    ["customer_id", "customer"],
    ["room_id", "room"],
    ["paid", ""],
  ],
  room: [
    ["id", ""],
    ["floor", ""],
  ],
} as const;
type Name = keyof typeof TABLES;

const forms: Record<string, (name: Name) => string> = {
  sql: (name) =>
    `CREATE TABLE hotel.${name} (\n${TABLES[name]
      .map(([column, to]) => `  ${column} INTEGER${to === "" ? "" : ` REFERENCES hotel.${to} (id)`}`)
      .join(",\n")}\n);\n`,
  "SQL with separate keys": (name) =>
    `create table if not exists "${name}" (\n${[
      ...TABLES[name].map(([column]) => `  ${column} integer`),
      ...TABLES[name]
        .filter(([, to]) => to !== "")
        .map(([column, to]) => `  foreign key (${column}) references ${to} (id)`),
    ].join(",\n")}\n);\n`,
  "a data dictionary": (name) =>
    `## hotel.${name}\n\n| column | key | meaning |\n|---|---|---|\n${TABLES[name]
      .map(([column, to]) => `| ${column} | ${to === "" ? "" : `FK → ${to}`} | ${NOTE} |\n`)
      .join("")}`,
};

/** The gain of each unit, by its text, if the tables `matching` score 4 and 2. */
function gainsOf(form: (name: Name) => string, matching: readonly Name[], names = Object.keys(TABLES) as Name[]) {
  const of = analysed(
    names.map((name) => record(form(name))),
    "x",
  );
  const units = of.records.flatMap(({ source, units }, at) =>
    units.map(({ start, end }) => ({ name: names[at], text: source.text.slice(start, end) })),
  );
  const scores = Float64Array.from(units, ({ name }) => (name === matching[0] ? 4 : name === matching[1] ? 2 : 0));
  const gains = joinedTableScores(of, scores, 0.5);
  return units.map(({ name, text }, at) => ({ name, text, gain: gains[at] ?? 0 }));
}

describe.each(Object.entries(forms))("foreign keys in %s", (_, form) => {
  test("lead to the table between two others, by the lower of their scores", () => {
    const gaining = gainsOf(form, ["customer", "room"]).filter(({ gain }) => gain > 0);
    expect(new Set(gaining.map(({ name, gain }) => `${name} ${gain}`))).toEqual(new Set(["booking 1"]));
  });

  test("lead to no table that only one of the best tables is next to", () => {
    expect(gainsOf(form, ["customer"]).some(({ gain }) => gain > 0)).toBe(false);
  });
});

test("the name and the keys of the table gain, its other columns do not", () => {
  const form = forms["a data dictionary"] ?? expect.fail("no such form");
  const gaining = gainsOf(form, ["customer", "room"]).filter(({ gain }) => gain > 0);
  expect(gaining.map(({ text }) => text.split(/ \| a note|\n/)[0])).toEqual([
    "## hotel.booking",
    "| customer_id | FK → customer",
    "| room_id | FK → room",
  ]);
});

test("hundreds of thousands of headings are read in linear time", () => {
  const time = (headings: number) => {
    const of = analysed([record(`CREATE TABLE a (b INTEGER REFERENCES c (d));\n${"# x\n".repeat(headings)}`)], "x");
    const scores = new Float64Array(of.corpus.recordOf.length);
    const startMs = ownCpuMs();
    joinedTableScores(of, scores, 0.5);
    return ownCpuMs() - startMs;
  };
  time(20_000);
  expect(time(200_000)).toBeLessThan(40 * Math.max(1, time(20_000)));
});
