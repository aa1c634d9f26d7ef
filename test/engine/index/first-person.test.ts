import { describe, expect, test } from "vitest";
import { unitsAboutUser } from "../../../src/engine/index/first-person.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { record, scored, whyOf } from "../request.ts";

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
  return unitsAboutUser(segment(measure(records)), prompt);
}

describe("a question in the first person", () => {
  test("lifts what users said about themselves", () => {
    expect(unitsTold([record(CHAT)], "Which camera do I use?")).toEqual([0]);
  });

  test.each([
    ["German", "Welche Kamera benutze ich?", "Ich habe die R7 gekauft."],
    ["French", "Quel est mon appareil ?", "J'ai acheté la R7."],
    ["Chinese", "我用什么相机？", "我买了 R7。"],
  ])("works in %s", (_, prompt, told) => {
    expect(unitsTold([record(chat(told))], prompt)).toEqual([0]);
  });

  test("tells the two sides apart by the kinds of records, by names and by the roles of messages", () => {
    const told = "I bought an R7.";
    const turns = [
      record(told, { kind: "user_input" }),
      record("I see: the R7.", { kind: "llm_response" }),
      record("Is it sharp?", { kind: "user_input" }),
      record("It is.", { kind: "llm_response" }),
    ];
    expect(unitsTold(turns, "What did I buy?")).toEqual([0]);
    const pasted = CHAT.replaceAll("User: ", "\nYou said:\n").replaceAll("Assistant: ", "\nChatGPT said:\n");
    expect(unitsTold([record(pasted)], "What did I buy?")).toEqual([0]);
    const messages = JSON.stringify(
      [told, "I see: the R7 it is.", "Is it sharp, what do people say?", "It is, as far as they say."].map(
        (content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: content.padEnd(150, " .") }),
      ),
    );
    expect(unitsTold([record(messages)], "What did I buy?")).toHaveLength(1);
  });

  test("lifts nothing if the task also addresses the assistant, or is not in the first person", () => {
    expect(unitsTold([record(CHAT)], "Which camera did you recommend to me?")).toEqual([]);
    expect(unitsTold([record(CHAT)], "Which camera is good for birds?")).toEqual([]);
  });

  test("lifts nothing if people talk to each other, or only one side is there", () => {
    const people = CHAT.replaceAll("User", "Ada").replaceAll("Assistant", "Grace");
    expect(unitsTold([record(people)], "Which camera do I use?")).toEqual([]);
    const alone = [record("I bought an R7.", { kind: "user_input" }), record("I sold it.", { kind: "user_input" })];
    expect(unitsTold(alone, "Which camera do I use?")).toEqual([]);
  });

  test("adds half of its score to such a unit and does not change the reason", () => {
    const [chat] = scored([record(CHAT)], "Which camera have I bought, the R7 or the 80D?");
    const { parts, reason } = whyOf(chat);
    const { told: gain = 0, ...others } = parts;
    expect(gain).toBeCloseTo(0.5 * Object.values(others).reduce((sum, part) => sum + part, 0));
    expect(reason).toBe("keyword_and_entity_match");
  });
});
