// Texts to which the best matches refer by a label, and definitions of symbols that the task names or the best code
// uses.
import { describe, expect, test } from "vitest";
import { definitionScores, referenceScores } from "../../../../src/engine/scoring/links/references.ts";
import { analysed, point, ranking, record, scored, unitTexts, whyOf } from "../../request.ts";

const ANSWER =
  "Two monthly instalments are due, reduced by one tenth for each full year of the contract that has passed.";
const OTHER = "The garden gate stays closed in winter, and the keys to it hang in the office beside the letter boxes.";

/** The texts of the units that gain, if only the first unit with `asking` has a score. */
function gaining(texts: readonly string[], asking: string, titles: readonly string[] = []): readonly string[] {
  const records = texts.map((text, at) => record(text, { title: titles[at] ?? null }));
  const of = analysed(records, "x");
  const units = unitTexts(of);
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
    ["procedure C-3", ["## C-2 Scope", "## C-3 Payment", "## C-4 Keys"]],
  ])("%s leads to that label of the same text", (reference, labels) => {
    expect(gaining([document(reference, labels, 1), OTHER], "tenant")).toContain(ANSWER);
  });

  test("a code leads to its label in another text", () => {
    const procedures = document("nothing", ["## C-2 Scope", "## C-3 Payment", "## C-4 Keys"], 1);
    expect(gaining([document("procedure C-3", [], 0), procedures], "tenant")).toEqual(["## C-3 Payment", ANSWER]);
  });

  test("a label leads to all of a short section, but only to the beginning of a long one", () => {
    const items = ["Ask for the lease.", "Note the date.", "Charge the fee.", "Send a receipt."];
    const section = `## 4.2 Payment\n\n${items.map((item) => `- ${item}\n`).join("")}`;
    const end = "\n## 4.3 Keys\n\nThe keys hang in the office.\n";
    expect(gaining([document("section 4.2", [], 0) + section + end], "tenant")).toEqual([
      "## 4.2 Payment",
      ...items.map((item) => `- ${item}`),
    ]);
    const long = `## 4.2 Payment\n\n${items.map((item) => `- ${item} ${OTHER}\n  ${OTHER}\n`).join("")}`;
    expect(gaining([document("section 4.2", [], 0) + long + end], "tenant").join("\n")).not.toContain("Send a receipt");
  });

  test("a label elsewhere, of another kind or with a longer number is not meant", () => {
    const labels = ["## Table 4.2", "## 4.2.1 Payment", "## 14.2 Keys"];
    expect(gaining([document("section 4.2", labels, 1), document("nothing", ["## 4.2 Keys"], 0)], "tenant")).toEqual(
      [],
    );
  });

  test("a number without a kind is not the label of a table", () => {
    expect(gaining([document("Table 3", ["## 2. Open", "## 3. Pay", "## 4. Close"], 1)], "tenant")).toEqual([]);
  });

  test("a label that three sections have is ambiguous", () => {
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

  test("a text that a match refers to ranks before one that nothing refers to, and its reason says so", () => {
    const records = [OTHER, ANSWER, "A tenant who leaves early pays the amount of Article 7."].map((text, at) =>
      record(text, { title: ["Article 6", "Article 7", "Article 8"][at] ?? null }),
    );
    const prompt = "What does a tenant pay who leaves early?";
    expect(ranking(records, prompt).slice(0, 2)).toEqual([2, 1]);
    expect(whyOf(scored(records, prompt)[1]).reason).toBe("referenced");
  });
});

const HELPER = ["export function ratio(of: number): number {", "  return of * 100;", "}"].join("\n");
const CALLER = ["export function showShare(part: number): string {", "  return ratio(part) + suffix;", "}"].join("\n");
const DOOR = ["export function closeDoor(door: string): void {", "  door.close();", "}"].join("\n");
const code = (...texts: readonly string[]) => texts.map((text) => record(text, { kind: "artifact" }));
const filler = (name: string) => Array.from({ length: 40 }, (_, at) => `    ${name}_${at} = ${name}(${at})`).join("\n");

/** What each unit gains if the units of the records have these scores. */
function gains(records: ReturnType<typeof code>, prompt: string, scores: readonly number[], settings = {}) {
  const of = analysed(records, prompt);
  const all = { named: 0.5, used: 0.25, body: 0.5, ...settings };
  return [
    ...definitionScores(
      of,
      Float64Array.from(of.corpus.blockOf, (_, unit) => scores[unit] ?? 0),
      all,
    ),
  ];
}

describe("definitions", () => {
  test("a definition that the best code uses gains a share of that code's score", () => {
    expect(gains(code(DOOR, HELPER, CALLER), "Why?", [1, 0, 8])).toEqual([0, 2, 0]);
  });

  test("a definition that the task names gains a share of the best score", () => {
    expect(gains(code(DOOR, HELPER, CALLER), "What does closeDoor do?", [0, 0, 8], { used: 0 })).toEqual([4, 0, 0]);
  });

  test.each(["`ratio` fails", "ratio(7) fails", "share.ratio fails", 'File "a.py", line 3, in ratio'])(
    "the task names a symbol: %s",
    (prompt) => {
      expect(gains(code(DOOR, HELPER), prompt, [2, 0], { used: 0 })).toEqual([0, 1]);
    },
  );

  test("a plain word of the task names no symbol", () => {
    expect(gains(code(DOOR, HELPER), "What is the ratio of doors?", [2, 0], { used: 0 })).toEqual([0, 0]);
  });

  test("two definitions share the gain, and more of them gain nothing", () => {
    const [, first, second] = gains(code(CALLER, HELPER, `${HELPER}\n`), "Why?", [8, 0, 0]);
    expect(first).toBeCloseTo(2 / Math.SQRT2);
    expect(second).toBe(first);
    expect(gains(code(CALLER, HELPER, `${HELPER}\n`, `\n${HELPER}`), "Why?", [8, 0, 0, 0])).toEqual([0, 0, 0, 0]);
  });

  test("the units inside a definition gain a share of its gain", () => {
    const long = `def load_cart(path):\n${filler("step")}\n`;
    const all = gains(code(DOOR, long), "load_cart fails", [2], { used: 0 });
    expect(all.length).toBeGreaterThan(3);
    expect(all).toEqual([0, 1, ...Array.from({ length: all.length - 2 }, () => 0.5)]);
  });

  test("adds nothing without code", () => {
    expect(gains([record("The ratio is a share.")], "`ratio`", [1])).toEqual([]);
  });

  test("a helper that shares no word with the task ranks before unused code, and its reason says so", () => {
    const records = code(DOOR, HELPER, CALLER);
    expect(ranking(records, "How does showShare build its string?", point).slice(0, 2)).toEqual([2, 1]);
    expect(whyOf(scored(records, "How does showShare build its string?")[1]).reason).toBe("definition");
  });
});
