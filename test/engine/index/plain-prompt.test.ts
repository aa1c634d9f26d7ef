// Prompts in the form in which a model or an API takes them, as the plain text that they stand for.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import { plainPrompt } from "../../../src/engine/index/plain-prompt.ts";
import { anyText } from "../../property/texts.ts";
import { record, scored } from "../request.ts";

const ASKED = 'Which plants are "sick"?\nSay why.';
const SAID = 'User: Which plants are "sick"? Say why.';
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

  test("Gemma, which has no system", () => {
    expect(plainPrompt(`<start_of_turn>user\n${ASKED}<end_of_turn>\n<start_of_turn>model\n`)).toBe(SAID);
  });

  test("between texts, which stay", () => {
    const prompt = `Continue this.\n\n${JSON.stringify(messages)}\n\nWhat next?`;
    expect(
      plainPrompt(prompt)
        .split("\n")
        .filter((line) => line !== ""),
    ).toEqual([...["Continue this.", `System: ${SYSTEM}`, SAID, "What next?"]]);
  });
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
    ["with data in JSON", 'Which plants are sick?\n[{"id": 7, "name": "fern"}]'],
    ["with fields beside its question", 'Is {"query": "fern"} a valid call?'],
    ["in JSON without a request", '{"plants": ["fern"]}'],
    ["in broken JSON", '[{"role": "user", "content": "Which'],
    ["in a list without messages", '["Which plants", "are sick?"]'],
    ["with a mark that is no token", "Is a <| b in F#?"],
    ["longer than any prompt", JSON.stringify([{ role: "user", content: "x".repeat(200_000) }])],
  ])("%s", (_, prompt) => expect(plainPrompt(prompt)).toBe(prompt));
});

test("words outside of tokens and JSON are never lost", () => {
  const mark = fc.constantFrom(
    "<|im_start|>user\n",
    "<|im_end|>",
    "[INST]",
    "[/INST]",
    '[{"role": "user"}]',
    "<|system|>",
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
])("many %s are read in linear time", (_, text) => {
  const began = ownCpuMs();
  plainPrompt(text.repeat(200_000 / text.length));
  expect(ownCpuMs() - began).toBeLessThan(500);
});
