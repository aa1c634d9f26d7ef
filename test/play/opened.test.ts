import { describe, expect, test } from "vitest";
import { openInputs, openText } from "../../src/play/opened.ts";

const request = { task: { prompt: "p" }, budget: { max_context_tokens: 10 }, records: [{ text: "a" }] };
const line = JSON.stringify(request);
const labelled = JSON.stringify({ id: "1", request, gold: {} });
const asData = (name: string, text: string, kind = "tool_result") => ({
  records: [{ id: name, title: name, source: name, kind, text }],
});

describe("a text", () => {
  test.each([
    ["a request", "a.json", line, { requests: [request] }],
    ["a labelled case", "a.json", labelled, { requests: [request] }],
    ["a list of requests", "a.json", `[${line},${labelled}]`, { requests: [request, request] }],
    ["lines of requests", "a.jsonl", `${line}\n\n${labelled}\n`, { requests: [request, request] }],
    ["lines of requests that were pasted", "pasted 1", `${line}\n${line}`, { requests: [request, request] }],
    ["a list of records", "pasted 1", '[{"text":"a"},{"text":"b"}]', { records: [{ text: "a" }, { text: "b" }] }],
    ["lines of records", "a.jsonl", '{"text":"a"}\n\n{"text":"b"}\n', { records: [{ text: "a" }, { text: "b" }] }],
    ["JSON that is not a record", "rows.json", '[{"row":1}]', asData("rows.json", '[{"row":1}]')],
    ["a log in JSON", "pasted 1", '{"at":1}\n{"at":2}', asData("pasted 1", '{"at":1}\n{"at":2}')],
    ["a log", "a.log", "[12:00] start", asData("a.log", "[12:00] start")],
    ["prose", "notes.md", "# Notes\n{not JSON", asData("notes.md", "# Notes\n{not JSON", "external_data")],
  ])("is opened as what it is: %s", (_name, name, text, expected) => {
    expect(openText({ name, text }, "")).toEqual(expected);
  });

  test.each([
    [
      "OpenAI",
      [
        { role: "user", content: "When does it sail?" },
        { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: { name: "f" } }] },
        { role: "tool", tool_call_id: "1", content: "It sails at 04:10." },
      ],
    ],
    [
      "Anthropic",
      [
        { role: "user", content: "When does it sail?" },
        { role: "assistant", content: [{ type: "tool_use", id: "1", name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "It sails at 04:10." }] },
      ],
    ],
    [
      "the AI SDK",
      [
        { role: "user", content: [{ type: "text", text: "When does it sail?" }] },
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "f", input: {} }] },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "1",
              toolName: "f",
              output: { type: "text", value: "It sails at 04:10." },
            },
          ],
        },
      ],
    ],
  ])(
    "with messages of %s becomes a request of their records, with the last user text as its task",
    (_name, messages) => {
      for (const value of [messages, { model: "m", messages }]) {
        const opened = openText({ name: "pasted 1", text: JSON.stringify(value) }, "");
        const [only] = "requests" in opened ? opened.requests : [];
        expect(only?.task).toEqual({ prompt: "When does it sail?" });
        const kinds = Array.isArray(only?.records) ? only.records.map(({ kind }) => kind) : [];
        expect(kinds).toEqual(["tool_call", "tool_result"]);
        expect(JSON.stringify(only?.records)).toContain("It sails at 04:10.");
      }
    },
  );
});

test.each([
  ["nothing", "a.txt", " \n", "a.txt is empty"],
  ["a picture", "a.png", "\u0000PNG", "a.png is binary: expected text"],
  [
    "half a file",
    "a.json",
    '{"records":',
    "a.json: not valid JSON: Expected more, but the text ends (line 1 column 12)",
  ],
  [
    "a missing comma in what was pasted",
    "pasted 1",
    '[\n  {"role": "user" "content": "a"}\n]',
    /^pasted 1: not valid JSON: Expected ',' or '\}' after property value .*\(line 2 column 19\)$/,
  ],
  ["half a line", "a.ndjson", '{"text":"a"}\n{"te', /^a\.ndjson: line 2: not valid JSON: /],
  [
    "a broken line of pasted requests",
    "pasted 1",
    `${line}\n{"task":}`,
    /^pasted 1: line 2: not valid JSON: Unexpected/,
  ],
  ["a request among records", "a.jsonl", `{"text":"a"}\n${line}`, "a.jsonl: expected 2 requests, found 1"],
])("a message names the problem and its place: %s", (_name, name, text, problem) => {
  expect(() => openText({ name, text }, "")).toThrow(problem);
});

describe("a command line", () => {
  const named = (name: string, text: string) => ({ name, text });

  test("opens each request of a file, with the overrides of the command line", () => {
    const opened = openInputs([named("a.jsonl", `${line}\n${line}`)], "Why?", { budget: { tokens: 77 } });
    expect(opened).toHaveLength(2);
    expect(opened[1]).toMatchObject({ task: { prompt: "Why?" }, budget: { max_context_tokens: 77 } });
  });

  test("puts several files into one request", () => {
    const messages = JSON.stringify([
      { role: "assistant", content: "Ahoy." },
      { role: "user", content: "When does it sail?" },
    ]);
    const [only, ...others] = openInputs([named("chat.json", messages), named("a.log", "04:10 sails")], "", {});
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      task: { prompt: "When does it sail?" },
      records: [{ text: "Ahoy." }, { title: "a.log" }],
    });
    expect(openInputs([named("a.log", "04:10 sails")], "", {})).toMatchObject([{ task: { prompt: "" } }]);
  });
});
