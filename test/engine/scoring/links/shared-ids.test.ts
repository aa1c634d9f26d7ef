// Rows and elements that share an id with the best ones.
import { describe, expect, test } from "vitest";
import { sharedIdScores } from "../../../../src/engine/scoring/links/shared-ids.ts";
import { analysed, record, scored, unitTexts, whyOf } from "../../request.ts";

const CITIES = ["Basel", "Bern", "Chur", "Genf", "Zug"];
/** Rows of a few characters would share a unit. */
const NOTE = "a note that makes this row long enough for a unit of its own";
const customers = CITIES.map((city, at) => ({
  customer: `C10${at}`,
  mail: `post@${city.toLowerCase()}.example`,
  city,
  note: NOTE,
}));
const orders = CITIES.map((_, at) => ({
  order: `O700${at}`,
  customer: `C10${(at + 2) % 5}`,
  total: "12000",
  note: NOTE,
}));
const parcels = CITIES.map((_, at) => ({
  parcel: `P30${at}`,
  order: `O700${(at + 1) % 5}`,
  weight: "256g",
  note: NOTE,
}));

type Row = Readonly<Record<string, string>>;

const csv = (rows: readonly Row[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.join(",")}\n`)
    .join("");
const json = (rows: readonly Row[]) => JSON.stringify(rows, null, 1);
const xml = (rows: readonly Row[]) => {
  const element = (row: Row) => Object.entries(row).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<rows>\n${rows.map((row) => `<row>${element(row).join("")}</row>\n`).join("")}</rows>\n`;
};
const prose = (rows: readonly Row[]) => rows.map((row) => `There is ${Object.values(row).join(" with ")}. `).join("");

/** The units that gain if only the unit with `asking` has a score, and what they gain as a share of that score. */
function gaining(texts: readonly string[], asking: string, prompt = "x", steps = 1): readonly string[] {
  const of = analysed(
    texts.map((text) => record(text)),
    prompt,
  );
  const units = unitTexts(of);
  const scores = Float64Array.from(units, (unit) => (unit.includes(asking) ? 4 : 0));
  const gains = sharedIdScores(of, scores, { weight: 0.5, units: 3, steps });
  return units.flatMap((unit, at) =>
    (gains[at] ?? 0) > 0 ? [`${gains[at]} ${unit.replaceAll(/\s+/g, " ").trim()}`] : [],
  );
}

describe("shared ids", () => {
  test.each([
    ["CSV", csv],
    ["JSON", json],
    ["XML", xml],
  ])("in %s lead from a row to the row that begins with the id", (_name, write) => {
    const [only, ...others] = gaining([write(customers), write(orders)], "O7001");
    expect(others).toEqual([]);
    expect(only).toMatch(/^2 .*C103.*genf/);
  });

  test("lead further from the found row, for less", () => {
    const found = gaining([csv(customers), csv(orders), csv(parcels)], "P302", "x", 2);
    expect(found).toEqual([`1 C100,post@basel.example,Basel,${NOTE}`, `2 O7003,C100,12000,${NOTE}`]);
  });

  test("that more than two rows hold lead only to the row that begins with them", () => {
    const repeated = [...orders, ...orders.map((row, at) => ({ ...row, order: `O80${at}x`, customer: "C103" }))];
    expect(gaining([csv(customers), csv(repeated)], "O7001")).toEqual([`2 C103,post@genf.example,Genf,${NOTE}`]);
  });

  test("that are the key of the best row lead to all rows of another table that hold them", () => {
    const many = Array.from({ length: 5 }, (_, at) => ({
      order: `O80${at}x`,
      customer: "C103",
      total: "9",
      note: NOTE,
    }));
    expect(gaining([csv(customers), csv([...orders, ...many])], "C103,post")).toHaveLength(6);
    // Five rows of the same table have this id, so it is not a key.
    const runs = Array.from({ length: 5 }, (_, at) => ({ run: "4x400m", place: CITIES[at] ?? "", note: NOTE }));
    expect(gaining([csv(runs)], "Bern")).toEqual([]);
  });

  test("are not amounts, quantities or times", () => {
    const rows = ["a,2026,256mi,10t30", "b,2026,256mi,10t30"].map((line) => `${line},${NOTE}\n`);
    expect(gaining([`k,year,size,time,note\n${rows.join("")}`], "a,2026")).toEqual([]);
  });

  test("that the task states are not followed, because they are searched for", () => {
    expect(gaining([csv(customers), csv(orders)], "O7001", "Where does C103 live?")).toEqual([]);
  });

  test("in prose, or in an agent's trace, are not followed", () => {
    expect(gaining([prose(customers), prose(orders)], "O7001")).toEqual([]);
    const joined = (fields = {}) => {
      const records = [csv(customers), csv(orders)].map((text) => record(text, fields));
      return scored(records, "Who placed the order O7001?").map((each) => whyOf(each).parts.joined ?? 0);
    };
    expect(Math.max(...joined())).toBeGreaterThan(0);
    expect(joined({ kind: "tool_result", stepId: "1" })).toEqual([0, 0]);
  });

  test("say why a record is sent", () => {
    const records = [csv(customers), csv(orders)].map((text) => record(text));
    const [customer] = scored(records, "Who placed the order O7001?");
    expect(whyOf(customer).reason).toBe("shared_id");
  });
});
