// Rows that name each other by a number.
import { describe, expect, test } from "vitest";
import { foreignKeyScores } from "../../../../src/engine/scoring/links/foreign-keys.ts";
import { analysed, record, scored, whyOf } from "../../request.ts";

const NOTE = "a note that makes this row long enough for a unit of its own";
const CITIES = ["Basel", "Bern", "Chur", "Genf", "Zug"];
const customers = CITIES.map((city, at) => ({ id: `${40 + at}`, city, note: NOTE }));
const orders = CITIES.map((_, at) => ({ id: `${700 + at}`, customer_id: `${40 + ((at + 2) % 5)}`, note: NOTE }));
const parcels = CITIES.map((_, at) => ({ id: `${40 + at}`, order_id: `${700 + ((at + 1) % 5)}`, note: NOTE }));

type Row = Readonly<Record<string, string>>;

const rowsOf = (rows: readonly Row[]) => [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
const forms = {
  csv: (rows: readonly Row[]) =>
    rowsOf(rows)
      .map((cells) => `${cells.join(",")}\n`)
      .join(""),
  markdown: (rows: readonly Row[]) => {
    const [names = [], ...values] = rowsOf(rows).map((cells) => `| ${cells.join(" | ")} |`);
    return `${names}\n|---|---|---|\n${values.join("\n")}\n`;
  },
  json: (rows: readonly Row[]) => JSON.stringify(rows, null, 1).replaceAll(/"(\d+)"/g, "$1"),
  xml: (rows: readonly Row[]) => {
    const element = (row: Row) => Object.entries(row).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<rows>\n${rows.map((row) => `<row>${element(row).join("")}</row>\n`).join("")}</rows>\n`;
  },
};

const tables = { customers, orders, parcels };
type Table = keyof typeof tables;

/** The rows that gain if only the row with `asking` has a score, as table, number and gain of that score. */
function gaining(names: readonly Table[], asking: string, form: keyof typeof forms, steps = 1): readonly string[] {
  const records = names.map((title) => record(forms[form](tables[title]), { title }));
  const of = analysed(records, "x");
  const units = of.records.flatMap(({ source, units }) =>
    units.map(({ start, end }) => ({ table: source.title, text: source.text.slice(start, end) })),
  );
  const [table, number = ""] = asking.split(" ");
  const isRow = (unit: (typeof units)[number] | undefined) => unit?.table === table && unit?.text.includes(number);
  const asked = units.findIndex(isRow);
  const scores = Float64Array.from(units, (_, at) => (at === asked ? 4 : 0));
  const gains = foreignKeyScores(of, scores, { weight: 0.5, units: 3, steps });
  return units.flatMap(({ table, text }, at) => {
    const gain = gains[at] ?? 0;
    return gain > 0 ? [`${table} ${/\d+/.exec(text)?.[0]} ${gain}`] : [];
  });
}

describe("foreign keys", () => {
  test.each(["csv", "markdown", "json", "xml"] as const)("in %s lead to the row of the table they name", (form) => {
    expect(gaining(["customers", "orders"], "orders 701", form)).toEqual(["customers 43 2"]);
  });

  test("lead back to the rows that name a row, and no further by the same number", () => {
    expect(gaining(["customers", "orders", "parcels"], "customers 43", "csv")).toEqual(["orders 701 2"]);
  });

  test("lead on from the row that was found, for less", () => {
    expect(gaining(["customers", "orders", "parcels"], "parcels 42", "json", 2)).toContain("customers 40 1");
  });

  test("that more than twelve rows hold are not followed back", () => {
    const many = Array.from({ length: 13 }, (_, at) => ({ id: `${900 + at}`, customer_id: "43", note: NOTE }));
    const records = [
      record(forms.csv(customers), { title: "customers" }),
      record(forms.csv(many), { title: "orders" }),
    ];
    const of = analysed(records, "x");
    const scores = new Float64Array(of.corpus.recordOf.length);
    scores[4] = 4;
    expect(Math.max(...foreignKeyScores(of, scores, { weight: 0.5, units: 3, steps: 1 }))).toBe(0);
  });

  test("say why a record is sent", () => {
    const records = [
      record(forms.csv(customers), { title: "customers" }),
      record(forms.csv(orders), { title: "orders" }),
    ];
    const [customer] = scored(records, "Who placed the order 701?");
    expect(whyOf(customer).reason).toBe("shared_id");
  });
});
