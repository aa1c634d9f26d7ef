// Tables that join two others, in SQL and in data dictionaries.
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../../../bench/speed/harness/cpu.ts";
import { type JoinedTableSettings, joinedTableScores } from "../../../../src/engine/scoring/links/joined-tables.ts";
import { analysed, record, unitTexts } from "../../request.ts";

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
function gainsOf(form: (name: Name) => string, matching: readonly Name[], settings: Partial<JoinedTableSettings> = {}) {
  const names = Object.keys(TABLES) as Name[];
  const of = analysed(
    names.map((name) => record(form(name))),
    "x",
  );
  const units = of.records.flatMap(({ source, units }, at) =>
    units.map(({ start, end }) => ({ name: names[at], text: source.text.slice(start, end) })),
  );
  const scores = Float64Array.from(units, ({ name }) => (name === matching[0] ? 4 : name === matching[1] ? 2 : 0));
  const gains = joinedTableScores(of, scores, { referred: 0, between: 0.5, ...settings });
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

  test("lead to the tables to which a matching one refers, and not back", () => {
    const gaining = (matching: Name) =>
      gainsOf(form, [matching], { referred: 0.25 }).flatMap(({ name, gain }) => (gain > 0 ? [`${name} ${gain}`] : []));
    expect(new Set(gaining("booking"))).toEqual(new Set(["customer 1", "room 1"]));
    expect(gaining("customer")).toEqual([]);
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

const COLUMN = `INTEGER, -- ${NOTE}, ${NOTE}\n`;
const nameOf = (name: string) => `CREATE TABLE ${name} (\n  id ${COLUMN}  one ${COLUMN}  two INTEGER\n);\n`;

/** The names of the tables that gain, in any of the records, if the tables `a` and `b` match. */
function joining(...texts: readonly string[]): readonly string[] {
  const of = analysed(
    texts.map((text) => record(text)),
    "x",
  );
  const units = unitTexts(of);
  const scores = Float64Array.from(units, (text) => (/^CREATE TABLE [ab] /.test(text) ? 1 : 0));
  const gains = joinedTableScores(of, scores, { referred: 0, between: 1 });
  return units.flatMap((text, at) =>
    (gains[at] ?? 0) > 0 ? [/TABLE (?:ONLY public\.)?(\w+)/.exec(text)?.[1] ?? text] : [],
  );
}

describe("a table joins two others", () => {
  const link = `CREATE TABLE link (
  a_id INTEGER REFERENCES a (id), -- ${NOTE}, ${NOTE}
  b_id INTEGER REFERENCES b (id)  -- ${NOTE}, ${NOTE}
);
`;
  test("if all of them are in one record", () => {
    expect(joining(`${nameOf("a")}${nameOf("other")}${link}${nameOf("b")}`)).toContain("link");
  });
  test("if a dump adds its foreign keys at the end", () => {
    const alter = (to: string) =>
      `ALTER TABLE ONLY public.link\n    ADD CONSTRAINT k_${to} FOREIGN KEY (${to}_id) REFERENCES public.${to}(id);\n`;
    const dump = ["a", "link", "b", "last"].map(nameOf).join("\n");
    expect(new Set(joining(`${dump}\n${alter("a")}\n${alter("b")}`))).toEqual(new Set(["link"]));
  });
  test("if another text has a heading of that name", () => {
    expect(joining(nameOf("a"), link, nameOf("b"), "# link\n\nThe link is a page of its own.\n")).toEqual(["link"]);
  });
  test.each(["OR REPLACE", "GLOBAL TEMPORARY", "UNLOGGED"])("that is created as %s", (how) => {
    expect(joining(nameOf("a"), link.replace("TABLE", `${how} TABLE`), nameOf("b"))).toEqual(["link"]);
  });
});

test("a table that exceeds the bound of 10,000 tables gains nothing", () => {
  const link = "CREATE TABLE link (a_id INTEGER REFERENCES a (id), b_id INTEGER REFERENCES b (id));\n";
  const others = (count: number) => Array.from({ length: count }, (_, at) => `CREATE TABLE t${at} (id INTEGER);\n`);
  const ends = [nameOf("a"), nameOf("b")].join("");
  expect(joining(`${ends}${others(9_997).join("")}${link}`)).not.toEqual([]);
  expect(joining(`${ends}${others(9_998).join("")}${link}`)).toEqual([]);
});

test("thousands of tables that refer to each other are read in linear time", () => {
  const time = (count: number) => {
    const tables = Array.from(
      { length: count },
      (_, at) => `CREATE TABLE t${at} (a INTEGER REFERENCES t${at + 1} (id), b INTEGER REFERENCES t0 (id));\n`,
    );
    const of = analysed([record(tables.join(""))], "x");
    const scores = new Float64Array(of.corpus.recordOf.length).fill(1);
    const startMs = ownCpuMs();
    joinedTableScores(of, scores, { referred: 0.5, between: 0.5 });
    return ownCpuMs() - startMs;
  };
  time(900);
  expect(time(9_000)).toBeLessThan(40 * Math.max(1, time(900)));
});
