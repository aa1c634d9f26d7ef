// Which words of a prompt with a conversation belong to the asker.
import { describe, expect, test } from "vitest";
import { othersTurns } from "../../../src/engine/index/asker.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";

/** The turns of all others than the asker. */
function others(...lines: readonly string[]): readonly string[] {
  const prompt = lines.join("\n");
  const { items, size } = othersTurns(prompt, unchecked);
  return Array.from({ length: size / 2 }, (_, turn) => prompt.slice(items[2 * turn], items[2 * turn + 1]));
}

describe("in a prompt with a conversation", () => {
  const opening = "Continue this conversation.";
  const talk = ["user: My kiln is cold.", "assistant: Which kiln?", "user: The large one.", "assistant: I will look."];

  test("the assistant's turns are not the asker's, and the text before the first turn is", () => {
    expect(others(opening, ...talk)).toEqual(["assistant: Which kiln?\n", "assistant: I will look."]);
  });

  test("the lines below a turn belong to it", () => {
    expect(others(...talk, "tool: {", '  "kiln": 3', "}", "user: And?").slice(1)).toEqual([
      "assistant: I will look.\n",
      'tool: {\n  "kiln": 3\n}\n',
    ]);
  });

  test("among people, the last speaker is the asker", () => {
    expect(others("Ida: Is it open?", "Tom: Yes.", "Ida: Until when?", "Tom: Six. Is it far?")).toEqual([
      "Ida: Is it open?\n",
      "Ida: Until when?\n",
    ]);
  });

  test("all text is the asker's if there are fewer than four turns, or if only one speaker returns", () => {
    expect(others(...talk.slice(0, 3))).toEqual([]);
    expect(others("Expected: a", "Actual: b", "Version: c", "System: d", "Actual: e")).toEqual([]);
  });
});
