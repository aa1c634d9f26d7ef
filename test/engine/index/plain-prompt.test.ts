// How prompts in the format of a model or an API become plain text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import { plainPrompt } from "../../../src/engine/index/plain-prompt.ts";
import { anyText } from "../../property/texts.ts";
import { record, scored } from "../request.ts";

const ASKED = 'Which plants are "sick"?\nSay why.';
const SAID = `User: ${ASKED}`;
const SYSTEM = "You are a gardener.";
const messages = [
  { role: "system", content: SYSTEM },
  { role: "user", content: ASKED },
];

describe("turns become lines:", () => {
  test.each([
    ["messages", JSON.stringify(messages)],
    ["messages of a request", JSON.stringify({ model: "m", messages })],
    [
      "messages with parts",
      JSON.stringify([messages[0], { role: "user", content: [{ type: "text", text: ASKED }, { type: "image" }] }]),
    ],
    ["messages without content", JSON.stringify([...messages, { role: "assistant", content: null }])],
    [
      "ChatML",
      `<|im_start|>system\n${SYSTEM}<|im_end|>\n<|im_start|>user\n${ASKED}<|im_end|>\n<|im_start|>assistant\n`,
    ],
    [
      "Llama 3",
      `<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\n${SYSTEM}<|eot_id|>` +
        `<|start_header_id|>user<|end_header_id|>\n\n${ASKED}<|eot_id|>`,
    ],
    ["Phi", `<|system|>\n${SYSTEM}<|end|>\n<|user|>\n${ASKED}<|end|>\n<|assistant|>`],
    ["Llama 2", `<s>[INST] <<SYS>>\n${SYSTEM}\n<</SYS>>\n\n${ASKED} [/INST]`],
  ])("%s", (_, prompt) => expect(plainPrompt(prompt)).toBe(`System: ${SYSTEM}\n${SAID}`));

  test("Gemma, which has no role for the system", () => {
    expect(plainPrompt(`<start_of_turn>user\n${ASKED}<end_of_turn>\n<start_of_turn>model\n`)).toBe(SAID);
  });

  test("one line for each in a conversation", () => {
    const prompt = JSON.stringify([...messages, ...messages].map((one) => ({ ...one, role: "user" })));
    const said = `User: ${SYSTEM}\nUser: Which plants are "sick"? Say why.`;
    expect(plainPrompt(prompt)).toBe(`${said}\n${said}`);
  });

  test("with parts in the form of other APIs", () => {
    expect(plainPrompt(JSON.stringify([{ role: "user", parts: [{ text: ASKED }] }]))).toBe(SAID);
  });
});

test("the request of an object is the first of its fields that has words", () => {
  expect(plainPrompt('{"task": "qa", "input": "Who is it?"}')).toBe("task: qa\nQuestion: Who is it?");
  expect(plainPrompt('{"query": "SELECT 1 AS a", "question": "Why is it slow?"}')).toBe(
    "query: SELECT 1 AS a\nQuestion: Why is it slow?",
  );
});

test("the request of an object comes last, with a label", () => {
  expect(plainPrompt(JSON.stringify({ task: ASKED, style: "short", pages: 2 }))).toBe(
    `style: short\npages: 2\nQuestion: ${ASKED}`,
  );
});

test("the words of a request count the same in any form", () => {
  const records = ["The plants in the shade are sick.", "The sick gardener is at home.", "Plants need light."];
  const scoresOf = (prompt: string) =>
    scored(
      records.map((text) => record(text)),
      prompt,
    ).map(({ score }) => score);
  const plain = scoresOf(SAID);
  expect(scoresOf(JSON.stringify([messages[1]]))).toEqual(plain);
  expect(scoresOf(`<|im_start|>user\n${ASKED}<|im_end|>`)).toEqual(plain);
});

describe("a prompt stays as it is", () => {
  test.each([
    ["in plain text", ASKED],
    ["with more fields in a field", '{"prompt": "You are a bot.", "variables": {"question": "When is it due?"}}'],
    ["with fields of any depth", `{"query": "Who is it?", "a": ${"[".repeat(9_000)}${"]".repeat(9_000)}}`],
    ["with messages below its question", `What went wrong here?\n${JSON.stringify(messages)}`],
    ["with tokens in its question", "How is [INST] parsed, and why does <|user|> leak?"],
    ["with people who have roles", '[{"name": "Ada", "role": "admin"}]'],
    ["with messages that say nothing", '[{"role": "user", "tool_calls": []}]'],
    ["with data in JSON", 'Which plants are sick?\n[{"id": 7, "name": "fern"}]'],
    ["with JSON inside its question", 'Is {"query": "fern"} a valid call?'],
    ["in JSON without a request", '{"plants": ["fern"]}'],
    ["in broken JSON", '[{"role": "user", "content": "Which'],
    ["in a list of texts", '["Which plants", "are sick?"]'],
    ["with a mark that is no token", "Is a <| b in F#?"],
    ["longer than the limit", JSON.stringify([{ role: "user", content: "x".repeat(200_000) }])],
  ])("%s", (_, prompt) => expect(plainPrompt(prompt)).toBe(prompt));
});

test("words outside tokens and JSON are never lost", () => {
  const mark = fc.constantFrom(
    ...["<|im_start|>user\n", "<|im_end|>", "[INST]", "[/INST]", '[{"role": "user"}]', "<|system|>"],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(mark, anyText, fc.constant("fern")), { maxLength: 8 }), (pieces) => {
      const count = (text: string) => text.split("fern").length;
      const prompt = pieces.join(" x ");
      expect(count(plainPrompt(prompt))).toBe(count(prompt));
    }),
  );
});

test.each([
  ["tokens", "<|im_start|>user"],
  ["openings", "<|"],
  ["lists", "[{"],
  ["instructions", "[INST]<<SYS>>"],
  ["blanks", " "],
  ["line breaks", "\r\n"],
])("many %s are read in linear time", (_, text) => {
  const began = ownCpuMs();
  plainPrompt(text.repeat(200_000 / text.length));
  expect(ownCpuMs() - began).toBeLessThan(500);
});
