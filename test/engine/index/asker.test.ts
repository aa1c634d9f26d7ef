// Which words of a prompt with a conversation or instructions are the asker's, and which units of the records hold what
// users said about themselves.
import { describe, expect, test } from "vitest";
import { readTurns, unitsOfUser } from "../../../src/engine/index/asker.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { record, scored, whyOf } from "../request.ts";

/** The ranges that are not the asker's, or the roles at the start of turns. */
function rangesOf(kind: "others" | "roles", lines: readonly string[]): readonly string[] {
  const prompt = lines.join("\n");
  const { items, size } = readTurns(prompt, unchecked)[kind];
  return Array.from({ length: size / 2 }, (_, turn) => prompt.slice(items[2 * turn], items[2 * turn + 1]));
}

const others = (...lines: readonly string[]) => rangesOf("others", lines);
const roles = (...lines: readonly string[]) => rangesOf("roles", lines);

describe("in a prompt with a conversation", () => {
  const opening = "Continue this conversation.";
  const talk = ["user: My kiln is cold.", "assistant: Which kiln?", "user: The large one.", "assistant: I will look."];

  test("the assistant's turns and an instruction above the first turn are not the asker's", () => {
    expect(others(opening, ...talk)).toEqual([`${opening}\n`, "assistant: Which kiln?\n", "assistant: I will look."]);
  });

  test.each([
    ["speaks of its author", "Which kiln did I choose?", talk],
    ["stands above people without roles", opening, ["Ida: Open?", "Tom: Yes.", "Tom: Till six.", "Ida: Is it far?"]],
  ])("the text above is the asker's if it %s", (_, above, turns) => {
    expect(others(above, ...turns)[0]?.startsWith(above)).toBe(false);
  });

  const closing = "Which rules apply now?";

  test.each([
    ["after a blank line", `\n${closing}`],
    ["labelled", `Task: ${closing}`],
    ["labelled, after a blank line", `\nTask: ${closing}`],
  ])("an instruction below the turns, %s, is not the asker's", (_, below) => {
    expect(others(...talk.slice(0, 3), "assistant: Why?", "user: It is old.", below).at(-1)).toContain(closing);
    expect(others(...talk, below).at(-1)).toContain(closing);
  });

  test.each([
    ["speaks of its author", "Which kiln did I choose?", talk],
    ["stands below people without roles", closing, ["Ida: Open?", "Tom: Yes.", "Tom: Till six.", "Ida: Is it far?"]],
    [
      "follows a conversation whose turns contain blank lines",
      closing,
      ["user: Old.", "", "Broken.", ...talk.slice(1, 3), "assistant: Why?", "user: It leaks."],
    ],
  ])("the text below is the asker's if it %s", (_, below, turns) => {
    expect(others(...turns, "", below).join("")).not.toContain(below);
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

  test("roles are not words of the task, but people's names are", () => {
    expect(roles(opening, ...talk)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(roles("Ida: Is it open?", "Tom: Yes.", "Ida: Until when?", "Tom: Six.")).toEqual([]);
    expect(roles("Is the user right?")).toEqual([]);
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

  test("labels of examples and of an agent's steps are not speakers", () => {
    expect(others("Answer.", "Q: Who was it?", "A: Ada.", "Q: When?", "A:")).toEqual([
      "Answer.\nQ: Who was it?\nA: Ada.\nQ:",
    ]);
    expect(others("Thought: I look.", "Action: search", "Thought: I know.", "Action: stop")).toEqual([]);
  });

  test("a question above a conversation is the asker's", () => {
    expect(others("Which kiln did the user choose?", ...talk).join("")).not.toContain("choose");
  });

  test("a question right below a conversation is the asker's", () => {
    expect(others(...talk, "Question: What did I choose?").join("")).not.toContain("choose");
  });

  test("everything is the asker's if there are more than ten thousand turns", () => {
    expect(others(...Array.from({ length: 2_501 }, () => talk).flat())).toEqual([]);
  });
});

describe("in a prompt with instructions", () => {
  const instructions = "You can use the tools below. Choose one.\n\n";

  test.each(["User: ", "**Question:** ", "## User's query: ", "Task: ", "Q："])("%s opens the request", (label) => {
    const [said = "", ...more] = others(`${instructions}${label}Which plants are sick?`);
    expect(said.trim().replace(/\**$/, "")).toBe(`${instructions}${label}`.trim().replace(/\**$/, ""));
    expect(more).toEqual([]);
  });

  test.each(["Next step: ", "**Current task:** ", "## Sub-question: ", "Follow-up question: "])(
    "%s opens the step",
    (label) => {
      const goal = "Task: look after my garden.\n\nNext step: list the plants.\n\n";
      const [said = "", ...more] = others(`${goal}${label}which plants are sick?`);
      expect(said.trim().replace(/\**$/, "")).toBe(`${goal}${label}`.trim().replace(/\**$/, ""));
      expect(more).toEqual([]);
    },
  );

  test.each([
    ["a label without a request", `${instructions}Question: \n`],
    ["a label that opens the prompt", "Question: Which plants are sick?\nContext: my garden"],
    ["another label", `${instructions}Context: my garden`],
  ])("all text is the asker's if the prompt has %s", (_, prompt) => {
    expect(others(prompt)).toEqual([]);
  });
});

/** A text of a few hundred characters is not cut, so other questions and answers follow. */
function chat(told: string): string {
  const rain = [
    "User: What makes rain, and why does it fall?",
    "Assistant: I would say that clouds do: drops grow until the air no longer carries them.",
  ];
  return [`User: ${told}`, "Assistant: I see, a good camera.", ...rain, ...rain, ...rain].join("\n");
}

const CHAT = chat("I bought an R7 and sold the 80D.");

function unitsTold(records: Parameters<typeof measure>[0], prompt: string): readonly number[] {
  return unitsOfUser(segment(measure(records)), prompt);
}

describe("in a chat with an assistant", () => {
  test("the user's turns are raised for a question that does not address the assistant", () => {
    for (const prompt of ["Which camera do I use?", "Welche Kamera benutze ich?", "Which camera is in the bag?"]) {
      expect(unitsTold([record(CHAT)], prompt)).toEqual([0, 2, 4, 6]);
    }
  });

  test("the sides are distinguished by the kinds of records, by names and by the roles of messages", () => {
    const told = "I bought an R7.";
    const turns = [
      record(told, { kind: "user_input" }),
      record("I see: the R7.", { kind: "llm_response" }),
      record("Is it sharp?", { kind: "user_input" }),
      record("It is.", { kind: "llm_response" }),
    ];
    expect(unitsTold(turns, "What did I buy?")).toEqual([0, 2]);
    const pasted = CHAT.replaceAll("User: ", "\nYou said:\n").replaceAll("Assistant: ", "\nChatGPT said:\n");
    expect(unitsTold([record(pasted)], "What did I buy?")).toEqual([0, 2, 4, 6]);
    const messages = JSON.stringify(
      [told, "I see: the R7 it is.", "Is it sharp, what do people say?", "It is, as far as they say."].map(
        (content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: content.padEnd(150, " .") }),
      ),
    );
    expect(unitsTold([record(messages)], "What did I buy?")).toHaveLength(2);
  });

  test.each([
    ["JSON", (text: string) => JSON.stringify({ content: text })],
    ["an element", (text: string) => `<turn>\n${text}\n</turn>`],
    ["a printed object", (text: string) => `Turn(text="${text}")`],
  ])("people who have names, in %s, are no users of an assistant", (_, wrap) => {
    const turns = ["Ada: I bought an R7.", "Grace: Is it sharp?", "Ada: It is.", "Grace: Good."].map((text, at) =>
      record(wrap(text), { kind: at % 2 === 0 ? "user_input" : "llm_response" }),
    );
    expect(unitsTold(turns, "What did Ada buy?")).toEqual([]);
  });

  test.each([
    ["addresses the assistant", "Which camera did you recommend to me?"],
    ["names the assistant", "What did the assistant say about the camera?"],
    ["addresses it in German", "Welche Kamera hast du mir empfohlen?"],
    ["addresses it in Chinese", "你推荐了什么相机？"],
  ])("nothing is raised for a task that %s", (_, prompt) => {
    expect(unitsTold([record(CHAT)], prompt)).toEqual([]);
  });

  test("nothing is raised if people talk to each other, or only one side is there", () => {
    const people = CHAT.replaceAll("User", "Ada").replaceAll("Assistant", "Grace");
    expect(unitsTold([record(people)], "Which camera do I use?")).toEqual([]);
    const alone = [record("I bought an R7.", { kind: "user_input" }), record("I sold it.", { kind: "user_input" })];
    expect(unitsTold(alone, "Which camera do I use?")).toEqual([]);
  });

  test("such a unit gets its score once more, with the same reason", () => {
    const [chat] = scored([record(CHAT)], "Which camera have I bought, the R7 or the 80D?");
    const { parts, reason } = whyOf(chat);
    const { told: gain = 0, ...others } = parts;
    expect(gain).toBeCloseTo(Object.values(others).reduce((sum, part) => sum + part, 0));
    expect(reason).toBe("keyword_and_entity_match");
  });
});
