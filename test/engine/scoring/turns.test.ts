import { describe, expect, test } from "vitest";
import { taskTerms } from "../../../src/engine/scoring/search-terms.ts";
import { turnScores } from "../../../src/engine/scoring/turns.ts";
import { balanced1 } from "../../../src/points/balanced-1.ts";
import { analysed, record, scored, whyOf } from "../request.ts";

const { levels, longPrompt } = balanced1.score;

/** What each record gains, as shares of the best score. */
function gains(records: readonly string[], prompt: string, weights = { best: 1, last: 0 }): readonly number[] {
  const of = analysed(
    records.map((text) => record(text)),
    prompt,
  );
  return [...turnScores(of, taskTerms(of, 1, longPrompt), levels, weights, () => 1)];
}

const rules = ["The oxide kiln may be lent.", "A glaze shelf needs a deposit.", "The studio closes on Monday."];
const talk = [
  "user: May I lend the oxide kiln?",
  "assistant: The studio will see.",
  "user: My glaze is green and my shelf is blue, thank you for asking.",
  "assistant: A deposit is due on Monday.",
].join("\n");

describe("a turn of a conversation", () => {
  test("adds most to the record that matches one of the asker's turns best", () => {
    const [lent, shelf, closes] = gains(rules, talk);
    expect(lent).toBe(1);
    expect(shelf).toBeGreaterThan(0);
    expect(shelf).toBeLessThan(1);
    expect(closes).toBe(0);
  });

  test("counts an equal match less if the turn says more", () => {
    const [short, long] = gains(
      ["The oxide kiln is hot.", "The glaze shelf is hot."],
      "user: oxide kiln\nassistant: yes\nuser: glaze shelf, green, blue, broken, heavy, expensive\nassistant: no",
    );
    expect(short).toBe(1);
    expect(long).toBeLessThan(0.7);
  });

  test("adds its share of the best score", () => {
    expect(Math.max(...gains(rules, talk, { best: 0.4, last: 0 }))).toBeCloseTo(0.4);
  });

  test("adds more to the record that matches the last turn best, however long the earlier ones are", () => {
    const [lent, shelf, closes] = gains(rules, talk, { best: 0, last: 0.6 });
    expect([lent, shelf, closes]).toEqual([0, 0.6, 0]);
    const earlier = Array.from(
      { length: 9 },
      (_, at) => `user: May I lend the oxide kiln, green or blue, in ${at} days?`,
    );
    const long = [...earlier, "user: And the shelf?"].join("\nassistant: yes\n");
    expect(gains(rules, long, { best: 0, last: 0.6 })).toEqual([0, 0.6, 0]);
  });

  test("adds nothing if the prompt is not a conversation or shares no word with the records", () => {
    expect(gains(rules, "May I lend the oxide kiln?")).toEqual([]);
    expect(gains(["Nothing of that."], talk)).toEqual([]);
  });

  test("is not a reason of its own: a record is sent for the words of the task", () => {
    expect(
      whyOf(
        scored(
          rules.map((text) => record(text)),
          talk,
        )[0],
      ).reason,
    ).toBe("keyword_overlap");
  });
});
