import { expect, test } from "vitest";
import { recordsIn, requestIn } from "../../src/local/input.ts";

const uiMessages = [
  { id: "1", role: "user", parts: [{ type: "text", text: "Which port freezes first?" }] },
  {
    id: "2",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "reasoning", text: "The ice table knows." },
      {
        type: "tool-ice",
        toolCallId: "c1",
        state: "output-available",
        input: { sea: "Bothnia" },
        output: [{ port: "Oulu" }],
      },
      {
        type: "dynamic-tool",
        toolName: "fees",
        toolCallId: "c2",
        state: "output-error",
        input: {},
        errorText: "no such port",
      },
      { type: "tool-ice", toolCallId: "c3", state: "input-available", input: { sea: "Baltic" } },
      { type: "text", text: "Oulu does." },
    ],
  },
];

const responsesItems = [
  { role: "user", content: "Which port freezes first?" },
  { type: "reasoning", summary: [] },
  { type: "function_call", call_id: "c1", name: "ice", arguments: '{"sea":"Bothnia"}' },
  { type: "function_call_output", call_id: "c1", output: '[{"port":"Oulu"}]' },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "Oulu does." }] },
];

interface Read {
  readonly task: unknown;
  readonly texts: readonly unknown[];
  readonly kinds: readonly unknown[];
}

function read(value: unknown): Read {
  const { records, task } = requestIn(value, "") ?? expect.fail("not read as a conversation");
  const all: { text: unknown; kind: unknown }[] = Array.isArray(records) ? records : expect.fail("no records");
  return { task, texts: all.map(({ text }) => text), kinds: all.map(({ kind }) => kind) };
}

// The newest user message is the task and no record.
test("UI messages of the AI SDK become records of their texts, calls and results", () => {
  const { task, texts, kinds } = read(uiMessages);
  expect(task).toEqual({ prompt: "Which port freezes first?" });
  expect(kinds).toEqual(["tool_call", "tool_result", "tool_call", "tool_result", "tool_call", "llm_response"]);
  expect(texts).toContain('[{"port":"Oulu"}]');
  expect(texts).toContain("no such port");
  expect(texts.at(-1)).toBe("Oulu does.");
});

test("UI messages are read in the body of a chat route, too", () => {
  expect(read({ id: "chat", messages: uiMessages })).toEqual(read(uiMessages));
});

test("items of OpenAI's Responses become the same records, alone or in a request body", () => {
  const { task, texts, kinds } = read(responsesItems);
  expect(task).toEqual({ prompt: "Which port freezes first?" });
  expect(kinds).toEqual(["tool_call", "tool_result", "llm_response"]);
  expect(texts).toContain('[{"port":"Oulu"}]');
  expect(read({ model: "m", input: responsesItems })).toEqual(read(responsesItems));
});

test.each([
  ["a list of records", [{ text: "a" }]],
  ["a list of typed rows", [{ type: "a" }, { type: "b" }]],
  ["an empty list", []],
])("%s is not a conversation", (_, value) => {
  expect(requestIn(value, "")).toBeNull();
});

const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };

test.each([
  [
    "Anthropic",
    { role: "assistant", content: [{ type: "tool_use", id: "1", name: "look", input: {} }] },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "Oulu" }, image] }],
    },
  ],
  [
    "the AI SDK",
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "look", input: {} }] },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "look",
          output: {
            type: "content",
            value: [
              { type: "text", text: "Oulu" },
              { type: "media", data: "AAAA" },
            ],
          },
        },
      ],
    },
  ],
])("the text next to an image becomes a record in a tool result of %s", (_, call, result) => {
  const { texts, kinds } = read([{ role: "user", content: "Which port freezes first?" }, call, result]);
  expect(kinds).toEqual(["tool_call", "tool_result"]);
  expect(texts[1]).toBe("Oulu");
});

test.each([
  ["a.ndjson", '{"a":1}\n\n{bad', /^line 3: not valid JSON: /],
  ["a.jsonl", "{bad", /^line 1: not valid JSON: /],
  ["records", '{"text":"a"}\n{bad', /^line 2: not valid JSON: /],
])("JSON Lines with a broken line are refused with its number: %s", (name, text, problem) => {
  expect(() => recordsIn({ name, text })).toThrow(problem);
});

test("a log that begins with JSON and continues with text is a text", () => {
  expect(recordsIn({ name: "app.log", text: '{"msg":"up"}\nTraceback:' }).records).toHaveLength(1);
});
