// Which records are one conversation, by their steps, their dates and the turns that a record holds. signals.test.ts
// tests the other shapes.
import { expect, test } from "vitest";
import { conversationsOf } from "../../../src/engine/index/shape.ts";
import type { SourceRecord } from "../../../src/engine/model.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { record, scored, whyOf } from "../request.ts";

const of = (records: readonly SourceRecord[]) => [...conversationsOf(segment(measure(records)))];
const session = (asked: string, told: string) => `User: ${asked}\n\nAssistant: ${told}`;

test.each<[string, readonly SourceRecord[], readonly number[]]>([
  ["turns without dates", ["Ada: Hello!", "Ben: Hi.", "Ada: Bye."].map((text) => record(text)), [0, 0, 0]],
  [
    "turns of two steps",
    ["s1", "s1", "s2"].map((stepId) => record("Ada: See you on 2024-05-01.", { stepId })),
    [0, 0, 1],
  ],
  [
    "turns stamped with two days",
    ["[2024/01/08 (Mon) 19:22] user: Hi", "[2024/01/08 (Mon) 19:23] assistant: Yes?", "[2024/02/03] user: Hi"].map(
      (text) => record(text),
    ),
    [0, 0, 1],
  ],
  [
    "turns without a date between dated ones",
    ["2024-01-08 user: Hi", "assistant: Yes?", "2024-02-03 user: Hi", "assistant: What?"].map((text) => record(text)),
    [0, 0, 1, 1],
  ],
  [
    "turns whose titles are dated",
    ["1:56 pm on 8 May, 2023", "1:58 pm on 8 May, 2023", "May 25, 2023", "Ben on 25.05.2023"].map((title) =>
      record("Ada: Hello!", { title }),
    ),
    [0, 0, 1, 2],
  ],
  [
    "what somebody says about a date",
    ["Ada: 2024-05-01 was a Monday?", "Ben: No, 2024-05-02 was."].map((text) => record(text)),
    [0, 0],
  ],
  [
    "sessions",
    [session("Which milk?", "Oat."), session("Which bike?", "A folding one."), "User: Thanks."].map((text) =>
      record(text),
    ),
    [0, 1, 2],
  ],
  [
    "messages that quote others",
    [session("Which milk?", "Oat."), session("Which bike?", "A folding one.")].map((text) =>
      record(text, { kind: "llm_response" }),
    ),
    [0, 0],
  ],
])("%s", (_, records, expected) => {
  expect(of(records)).toEqual(expected);
});

test("a match raises only its own session", () => {
  const topics = "milk bikes paint bread stamps lamps tents moss clay rope".split(" ");
  const sessions = [...topics, ...topics].map((topic, at) =>
    record(session(`Tell me about ${topic} number ${at}, please.`, `There are many kinds of ${topic}.`)),
  );
  const lifted = scored(sessions, "What did you say about moss?").filter(
    (one) => (whyOf(one).parts.neighbour ?? 0) > 0,
  );
  expect(lifted.filter(({ source }) => !source.text.includes("moss"))).toEqual([]);
});
