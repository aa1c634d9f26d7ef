// Rows that begin with a cell of one of the best rows, and rows that only their table's header and neighbours match.
import { describe, expect, test } from "vitest";
import { discountUnmatchedRows, rowKeyScores, unitsWithTaskWord } from "../../../src/engine/scoring/table-rows.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { analysed, record, scored, unitTexts, whyOf } from "../request.ts";

const NOTE = "a note that makes this row long enough for a unit of its own";
const NAMES = ["Novak", "Patel", "Quist", "Romero", "Tanaka", "Varga"];

const drivers = NAMES.map((name, at) => [`${510 + at}`, name, NOTE]);
/** The kilometres of one trip happen to be the number of a driver. */
const trips = NAMES.map((_, at) => [
  `${7001 + at}`,
  `${510 + ((at + 2) % 6)}`,
  at === 1 ? "512" : `${31 * at + 40}`,
  NOTE,
]);

type Write = (rows: readonly (readonly string[])[]) => string;

const FORMS = {
  commas: (rows) => rows.map((cells) => `${cells.join(",")}\n`).join(""),
  quotes: (rows) => rows.map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\r\n`).join(""),
  semicolons: (rows) => rows.map((cells) => `${cells.join(";")}\n`).join(""),
  tabs: (rows) => rows.map((cells) => `${cells.join("\t")}\n`).join(""),
  bars: ([names = [], ...rows]) => {
    const lines: readonly string[] = [names, names.map(() => "---"), ...rows].map(
      (cells) => `| ${cells.join(" | ")} |\n`,
    );
    return `# Table\n\n${lines.join("")}`;
  },
} satisfies Readonly<Record<string, Write>>;

const driversBy = (write: Write) => write([["no", "name", "remark"], ...drivers]);
const tripsBy = (write: Write) => write([["trip", "driver", "km", "remark"], ...trips]);
const { commas, bars } = FORMS;

/** The first two words of the rows that gain if only the units with `asking` have a score, and their gains. */
function gaining(texts: readonly string[], asking: string, steps = 1, prompt = asking): readonly string[] {
  const of = analysed(
    texts.map((text) => record(text)),
    prompt,
  );
  const units = unitTexts(of);
  const scores = Float64Array.from(units, (unit) => (unit.includes(asking) ? 4 : 0));
  const gains = rowKeyScores(of, scores, unitsWithTaskWord(of, unchecked), { weight: 0.5, units: 1, steps });
  return units.flatMap((unit, at) => {
    const gain = gains[at] ?? 0;
    return gain > 0 ? [`${unit.match(/\w+/g)?.slice(0, 2).join(" ")} ${gain}`] : [];
  });
}

describe("cells of the best rows", () => {
  test.each(Object.entries(FORMS))("lead to the row that begins with them, with %s", (_name, write) => {
    expect(gaining([tripsBy(write), driversBy(bars)], "7001")).toEqual(["512 Quist 2"]);
    expect(gaining([tripsBy(commas), driversBy(write)], "7001")).toEqual(["512 Quist 2"]);
  });

  test("are not followed from a column of amounts", () => {
    expect(gaining([tripsBy(commas), driversBy(commas)], "7002")).toEqual(["513 Romero 2"]);
  });

  test("are not followed if several rows begin with them, nor within their own table", () => {
    expect(gaining([tripsBy(commas), driversBy(commas) + driversBy(commas)], "7001")).toEqual([]);
    const staff = commas([["no", "chief", "remark"], ...drivers.map(([no = ""]) => [no, "511", NOTE])]);
    expect(gaining([staff, tripsBy(commas)], "514")).toEqual([]);
  });

  test("lead on from the row that was found, for less", () => {
    const fines = commas([["fine", "trip", "remark"], ...trips.map(([no = ""], at) => [`F${at}`, no, NOTE])]);
    expect(gaining([fines, tripsBy(commas), driversBy(commas)], "F0,", 2)).toEqual(["7001 512 2", "512 Quist 1"]);
  });

  test("are those of rows: a header that matches better does not take the place of one", () => {
    const texts = [tripsBy(commas).replace("remark", "remark on Stade").replace(NOTE, "Stade"), driversBy(commas)];
    expect(gaining(texts, "Stade")).toEqual(["512 Quist 2"]);
  });

  test("are not followed from a row without a word of the task", () => {
    expect(gaining([tripsBy(commas), driversBy(commas)], "7001", 1, "Stade")).toEqual([]);
  });

  test("add to the score of the record that they lead to", () => {
    const records = [record(driversBy(commas)), record(tripsBy(commas).replace(NOTE, `${NOTE}: a flat tyre in Stade`))];
    const drivers = scored(records, "Who had a flat tyre in Stade?")[0];
    expect(whyOf(drivers).parts.cell).toBeGreaterThan(0);
  });
});

const header = "invoice,days_overdue,note\n";
const csv = `${header}I-1,0,${NOTE}\nI-2,97,overdue since spring and a long row\nI-3,0,${NOTE}\nI-4,0,${NOTE}\n`;

function discounted(text: string, links: Readonly<Record<string, readonly number[]>> = {}): readonly number[] {
  const of = analysed([record(text)], "Which invoice is overdue?");
  const sums = new Float64Array(of.corpus.recordOf.length).fill(8);
  const parts = new Map(Object.entries(links).map(([part, gains]) => [part, Float64Array.from(gains)]));
  discountUnmatchedRows(of.records, parts, unitsWithTaskWord(of, unchecked), sums);
  return [...sums];
}

describe("a row without a word of the task", () => {
  test("scores half, unlike the header and the row with one", () => {
    expect(discounted(csv)).toEqual([8, 4, 8, 4, 4]);
    expect(discounted(`Open invoices\n\n${csv}`)).toEqual([8, 8, 4, 8, 4, 4]);
  });

  test("keeps its score if another row leads to it", () => {
    expect(discounted(csv, { cell: [0, 0, 0, 5, 0], related: [9, 9, 9, 9, 9] })).toEqual([8, 4, 8, 8, 4]);
  });

  test("is not looked for after the call was cancelled", () => {
    const of = analysed([record(csv)], "Which invoice is overdue?");
    const cancelled = () => {
      throw new Error("cancelled");
    };
    expect(() => unitsWithTaskWord(of, cancelled)).toThrow("cancelled");
  });

  test("is discounted in tables alone", () => {
    const text = "Nobody knows. The invoice is overdue. It rained for days on end.\n".repeat(3);
    expect(new Set(discounted(text))).toEqual(new Set([8]));
  });
});
