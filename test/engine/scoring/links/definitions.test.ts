// Definitions of what the task names or the best code uses.
import { describe, expect, test } from "vitest";
import { definitionScores } from "../../../../src/engine/scoring/links/definitions.ts";
import { analysed, point, ranking, record, scored, whyOf } from "../../request.ts";

const HELPER = ["export function ratio(of: number): number {", "  return of * 100;", "}"].join("\n");
const CALLER = ["export function showShare(part: number): string {", "  return ratio(part) + suffix;", "}"].join("\n");
const OTHER = ["export function closeDoor(door: string): void {", "  door.close();", "}"].join("\n");
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
  test("what the best code uses gains a share of that code's score", () => {
    expect(gains(code(OTHER, HELPER, CALLER), "Why?", [1, 0, 8])).toEqual([0, 2, 0]);
  });

  test("what the task names gains a share of the best score", () => {
    expect(gains(code(OTHER, HELPER, CALLER), "What does closeDoor do?", [0, 0, 8], { used: 0 })).toEqual([4, 0, 0]);
  });

  test.each(["`ratio` fails", "ratio(7) fails", "share.ratio fails", 'File "a.py", line 3, in ratio'])(
    "the task names a symbol: %s",
    (prompt) => {
      expect(gains(code(OTHER, HELPER), prompt, [2, 0], { used: 0 })).toEqual([0, 1]);
    },
  );

  test("a plain word of the task names no symbol", () => {
    expect(gains(code(OTHER, HELPER), "What is the ratio of doors?", [2, 0], { used: 0 })).toEqual([0, 0]);
  });

  test("two definitions share the gain, and more of them gain nothing", () => {
    const [, first, second] = gains(code(CALLER, HELPER, `${HELPER}\n`), "Why?", [8, 0, 0]);
    expect(first).toBeCloseTo(2 / Math.SQRT2);
    expect(second).toBe(first);
    expect(gains(code(CALLER, HELPER, `${HELPER}\n`, `\n${HELPER}`), "Why?", [8, 0, 0, 0])).toEqual([0, 0, 0, 0]);
  });

  test("what is inside a definition gains a share of what the definition gains", () => {
    const long = `def load_cart(path):\n${filler("step")}\n`;
    const all = gains(code(OTHER, long), "load_cart fails", [2], { used: 0 });
    expect(all.length).toBeGreaterThan(3);
    expect(all).toEqual([0, 1, ...Array.from({ length: all.length - 2 }, () => 0.5)]);
  });

  test("adds nothing without code", () => {
    expect(gains([record("The ratio is a share.")], "`ratio`", [1])).toEqual([]);
  });

  test("a helper that shares no word with the task ranks before code that nothing uses, and says why", () => {
    const records = code(OTHER, HELPER, CALLER);
    expect(ranking(records, "How does showShare build its string?", point).slice(0, 2)).toEqual([2, 1]);
    expect(whyOf(scored(records, "How does showShare build its string?")[1]).reason).toBe("definition");
  });
});
