// Which words of a prompt with a conversation, or with instructions, belong to the asker.
import { describe, expect, test } from "vitest";
import { notByAsker } from "../../../src/engine/index/asker.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";

/** The ranges that are not the asker's. */
function others(...lines: readonly string[]): readonly string[] {
  const prompt = lines.join("\n");
  const { items, size } = notByAsker(prompt, unchecked);
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

  const messages = [
    ["user", "Is it on?"],
    ["assistant", "No."],
    ["user", "Why?"],
    ["assistant", "I look."],
  ] as const;

  test.each<[string, (role: string, said: string) => string]>([
    ["brackets", (role, said) => `[${role}] ${said}`],
    ["tags", (role, said) => `<${role}>\n${said}\n</${role}>`],
    ["headings", (role, said) => `### ${role}\n${said}`],
    ["items", (role, said) => `- ${role}: ${said}`],
    ["messages of an API", (role, content) => JSON.stringify({ role, content })],
  ])("roles may be written as %s", (_, written) => {
    const said = others(...messages.map(([role, text]) => written(role, text)));
    expect(said.map((turn) => messages.filter(([, text]) => turn.includes(text)).map(([role]) => role))).toEqual([
      ["assistant"],
      ["assistant"],
    ]);
  });

  test("messages of an API may be on one line", () => {
    const prompt = JSON.stringify(messages.map(([role, content]) => ({ role, content })));
    expect(others(prompt)).toHaveLength(2);
  });

  test("everything is the asker's if there are more than ten thousand turns", () => {
    expect(others(...Array.from({ length: 2_501 }, () => talk).flat())).toEqual([]);
  });
});

describe("in a prompt with instructions", () => {
  const instructions = "You can use the tools below. Choose one.\n\n";

  test.each(["User: ", "**Question:** ", "## User's query: ", "Task: ", "Q："])("%s opens what is asked", (label) => {
    expect(others(`${instructions}${label}Which plants are sick?`)).toEqual([instructions]);
  });

  test.each([
    ["a label without a request", `${instructions}Question: \n`],
    ["a label that opens the prompt", "Question: Which plants are sick?\nContext: my garden"],
    ["another label", `${instructions}Context: my garden`],
  ])("all text is the asker's with %s", (_, prompt) => {
    expect(others(prompt)).toEqual([]);
  });
});
