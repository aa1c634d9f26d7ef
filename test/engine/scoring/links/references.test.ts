// What the best matches refer to by its label.
import { describe, expect, test } from "vitest";
import { referenceScores } from "../../../../src/engine/scoring/links/references.ts";
import { analysed, ranking, record, scored, whyOf } from "../../request.ts";

const ANSWER =
  "Two monthly instalments are due, reduced by one tenth for each full year of the contract that has passed.";
const OTHER = "The garden gate stays closed in winter, and the keys to it hang in the office beside the letter boxes.";

/** The texts of the units that gain, if only the first unit with `asking` has a score. */
function gaining(texts: readonly string[], asking: string, titles: readonly string[] = []): readonly string[] {
  const records = texts.map((text, at) => record(text, { title: titles[at] ?? null }));
  const of = analysed(records, "x");
  const units = of.records.flatMap(({ source, units }) => units.map(({ start, end }) => source.text.slice(start, end)));
  const from = units.findIndex((unit) => unit.includes(asking));
  const scores = Float64Array.from(units, (_, unit) => (unit === from ? 4 : 0));
  const gains = referenceScores(of, scores, { weight: 0.5, blocks: 2 });
  expect([...new Set(gains)].every((gain) => gain === 0 || gain === 2)).toBe(true);
  return units.filter((_, unit) => gains[unit] === 2).map((unit) => unit.trim());
}

/** A document whose sections have these labels. The first refers to another; the section `target` has the answer. */
function document(reference: string, labels: readonly string[], target: number): string {
  const sections = labels.map((label, at) => `${label}\n\n${at === target ? ANSWER : OTHER.repeat(4)}\n`);
  return `# Terms\n\nA tenant who leaves early pays the amount of ${reference}.\n\n${sections.join("\n")}`;
}

describe("references", () => {
  test.each([
    ["section 4.2", ["## 4.1 Scope", "## 4.2 Payment", "## 4.3 Keys"]],
    ["Article 7", ["## Article 6", "## Article 7", "## Article 8"]],
    ["Appendix B", ["## Appendix A", "## Appendix B", "## Appendix C"]],
    ["§ 5", ["## § 4 Scope", "## § 5 Payment", "## § 6 Keys"]],
    ["clause IV", ["## Clause III", "## Clause IV", "## Clause V"]],
    ["step 3", ["## 2. Open", "## 3. Pay", "## 4. Close"]],
  ])("%s leads to that label of the same text", (reference, labels) => {
    expect(gaining([document(reference, labels, 1), OTHER], "tenant")).toContain(ANSWER);
  });

  test("a label elsewhere, of another kind or with a longer number is not meant", () => {
    const labels = ["## Table 4.2", "## 4.2.1 Payment", "## 14.2 Keys"];
    expect(gaining([document("section 4.2", labels, 1), document("nothing", ["## 4.2 Keys"], 0)], "tenant")).toEqual(
      [],
    );
  });

  test("a number without a kind is no label of a table", () => {
    expect(gaining([document("Table 3", ["## 2. Open", "## 3. Pay", "## 4. Close"], 1)], "tenant")).toEqual([]);
  });

  test("a label that three sections bear is ambiguous", () => {
    const labels = ["## 3. Open", "## 3. Pay", "## 3. Close"];
    expect(gaining([document("step 3", labels, 1)], "tenant")).toEqual([]);
  });

  test.each([
    ["Article 7", "Article 7"],
    ["#1207", "#1207 Payment"],
    ["OPS-207", "OPS-207: payment"],
    ["docs/guide/payment.md", "guide/payment.md"],
    ["https://example.org/payment", "https://example.org/payment"],
  ])("%s leads to the record %s", (reference, title) => {
    const text = `A tenant who leaves early pays the amount of ${reference}.`;
    expect(gaining([text, OTHER, ANSWER], "tenant", ["Leaving", "#1206 Keys", title])).toEqual([ANSWER]);
  });

  test("a record that contains its own name does not refer to itself", () => {
    const text = "A tenant who leaves early pays the amount of finance.leaving, says docs/guide/payment.md.";
    expect(gaining([text, OTHER], "tenant", ["finance.leaving", "Keys"])).toEqual([]);
    expect(gaining([text, ANSWER], "tenant", ["finance.leaving", "payment.md"])).toEqual([ANSWER]);
  });

  test("what a match refers to ranks before what nothing refers to, and says why", () => {
    const records = [OTHER, ANSWER, "A tenant who leaves early pays the amount of Article 7."].map((text, at) =>
      record(text, { title: ["Article 6", "Article 7", "Article 8"][at] ?? null }),
    );
    const prompt = "What does a tenant pay who leaves early?";
    expect(ranking(records, prompt).slice(0, 2)).toEqual([2, 1]);
    expect(whyOf(scored(records, prompt)[1]).reason).toBe("referenced");
  });
});
