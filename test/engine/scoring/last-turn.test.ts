import { describe, expect, test } from "vitest";
import { lastTurnScores } from "../../../src/engine/scoring/last-turn.ts";
import { taskTerms } from "../../../src/engine/scoring/search-terms.ts";
import { balanced1 } from "../../../src/points/balanced-1.ts";
import { analysed, record, scored, whyOf } from "../request.ts";

const { levels, longPrompt } = balanced1.score;

function gains(records: readonly string[], prompt: string): readonly number[] {
  const of = analysed(
    records.map((text) => record(text)),
    prompt,
  );
  return [...lastTurnScores(of, taskTerms(of, 1, longPrompt), levels, 0.6)];
}

const rules = ["The oxide kiln may be lent.", "A glaze shelf needs a deposit.", "The studio closes on Monday."];
const talk = ["user: May I lend the oxide kiln?", "assistant: A deposit is due.", "user: And the shelf?"];

describe("the last turn of a conversation", () => {
  test("adds most to the record that matches it best", () => {
    expect(gains(rules, [...talk, "assistant: The studio will see."].join("\n"))).toEqual([0, 0.6, 0]);
    const [, shelf, closes] = gains(
      rules,
      [...talk, "assistant: Yes.", "user: Does the shelf close on Monday?"].join("\n"),
    );
    expect(closes).toBe(0.6);
    expect(shelf).toBeGreaterThan(0);
    expect(shelf).toBeLessThan(0.6);
  });

  test("gives way to an earlier turn if it shares no word with the records", () => {
    expect(gains(rules, [...talk, "assistant: Yes, sixty euros.", "user: Thanks a lot!"].join("\n"))).toEqual([
      0, 0.6, 0,
    ]);
    const ofUser = ["user: May I lend the oxide kiln with my user account?", ...talk.slice(1, 2), "user: Oxide kiln!"];
    const thanked = [...ofUser, "assistant: Yes.", "user: Thanks a lot!"].join("\n");
    expect(gains([...rules, "A user account may be locked."], thanked)[0]).toBe(0.6);
    expect(gains(["Nothing of that."], [...talk, "assistant: Yes."].join("\n"))).toEqual([]);
  });

  test("adds nothing if the prompt is not a conversation", () => {
    const [kiln] = scored(
      rules.map((text) => record(text)),
      "May I lend the oxide kiln?",
    );
    expect(whyOf(kiln).parts.turn).toBe(0);
  });

  test("is not a reason of its own: a record is sent for the words of the task", () => {
    const [, shelf] = scored(
      rules.map((text) => record(text)),
      [...talk, "assistant: Yes."].join("\n"),
    );
    expect(whyOf(shelf).parts.turn).toBeGreaterThan(0);
    expect(whyOf(shelf).reason).toBe("keyword_overlap");
  });
});
