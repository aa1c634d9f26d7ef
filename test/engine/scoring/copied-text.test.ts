// Turns that the task repeats: the result equals a search for each turn, in one pass for all.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import type { SourceRecord } from "../../../src/engine/model.ts";
import { repeatedTurns } from "../../../src/engine/scoring/copied-text.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { ranking, record } from "../request.ts";

function repeated(prompt: string, records: readonly SourceRecord[]): readonly number[] {
  const flags = repeatedTurns(prompt, segment(measure(records)));
  return records.map((_, index) => flags[index] ?? 0);
}

const said = "The ferry to the island leaves at half past seven.";

describe("a turn is repeated", () => {
  test.each([
    ["if it is the prompt", said, 1],
    ["if the prompt contains it", `You said: "${said}" Since when?`, 1],
    ["but not if it continues differently", said.replace("seven.", "seven in winter."), 0],
    ["but not if it is cut", said.slice(0, -1), 0],
  ])("%s", (_, prompt, expected) => {
    expect(repeated(prompt, [record(`  ${said}\n`, { kind: "llm_response" })])).toEqual([expected]);
  });
  test("only if a model or the user said it, in more than a few words", () => {
    const kinds = ["user_input", "external_data", "tool_result"] as const;
    const records = [...kinds.map((kind) => record(said, { kind })), record("Yes, please.", { kind: "user_input" })];
    expect(repeated(`${said} Yes, please.`, records)).toEqual([1, 0, 0, 0]);
  });
  test("and ranks below one that is not", () => {
    const other = "The ferry to the island leaves every half hour in summer.";
    const records = [said, other].map((text) => record(text, { kind: "user_input" }));
    expect(ranking(records, `${said} Does the ferry to the island leave in summer?`)).toEqual([1, 0]);
  });
});

test("exactly if a search of the prompt finds it", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "ab", "ba", "é", "\ud83d"), { minLength: 20, maxLength: 50 });
  fc.assert(
    fc.property(texts, fc.array(texts, { minLength: 1, maxLength: 5 }), fc.nat(20), (before, turns, cut) => {
      const prompt = [before, ...turns, before].map((parts) => parts.join("")).join(" ");
      const records = turns.flatMap((parts) => {
        const text = parts.join("");
        return [text, text.slice(cut), `${text.slice(cut)}b`].map((each) => record(each, { kind: "user_input" }));
      });
      const searched = records.map(({ text }) => (text.length >= 30 && prompt.includes(text) ? 1 : 0));
      expect(repeated(prompt, records)).toEqual(searched);
    }),
  );
});

/** One pass takes some tens of milliseconds, a search for each turn minutes. */
const MILLISECONDS_MAX = 10_000;

test.each([
  ["many turns that begin as the prompt does", "a".repeat(2_000_000), `${"a".repeat(39)}b`, 30_000],
  ["a long turn that almost matches at every place", "a".repeat(3_000_000), `ab${"a".repeat(500_000)}`, 1],
])("takes linear time: %s", (_, prompt, text, count) => {
  const [turn] = segment(measure([record(text, { kind: "user_input" })]));
  const turns = Array.from({ length: count }, () => turn).filter((each) => each !== undefined);
  const started = ownCpuMs();
  const flags = repeatedTurns(prompt, turns);
  expect(ownCpuMs() - started).toBeLessThan(MILLISECONDS_MAX);
  expect(flags.includes(1)).toBe(false);
});
