import { expect, test } from "vitest";
import { recordsFrom } from "../../src/play/page/records-from.ts";

const request = { task: { prompt: "p" }, budget: { max_context_tokens: 10 }, records: [{ text: "a" }] };
const line = JSON.stringify(request);
const labelled = JSON.stringify({ id: "1", request, gold: {} });
const asText = (name: string, text: string) => ({ records: [{ id: name, title: name, text }] });

test.each([
  ["a request", "a.json", line, { requests: [request] }],
  ["a labelled case", "a.json", labelled, { requests: [request] }],
  ["one record", "a.json", '{"text":"a","kind":"error"}', { records: [{ text: "a", kind: "error" }] }],
  ["a record whose text is wrong: the engine says so", "a.json", '[{"text":1}]', { records: [{ text: 1 }] }],
  ["records and strings", "pasted 1", '[{"text":"a"},"b"]', { records: [{ text: "a" }, { text: "b" }] }],
  ["JSON that is no record", "rows.json", '[{"row":1}]', asText("rows.json", '[{"row":1}]')],
  ["lines of records", "a.jsonl", '{"text":"a"}\n\n"b"\n', { records: [{ text: "a" }, { text: "b" }] }],
  ["lines of requests", "a.jsonl", `${line}\n\n${labelled}\n`, { requests: [request, request] }],
  ["lines of requests that were pasted", "pasted 1", `${line}\n${line}`, { requests: [request, request] }],
  ["text", "notes.md", "# Notes\n{not JSON", asText("notes.md", "# Notes\n{not JSON")],
  ["a log in JSON", "pasted 1", '{"at":1}\n{"at":2}', asText("pasted 1", '{"at":1}\n{"at":2}')],
])("takes %s", (_name, name, text, expected) => {
  expect(recordsFrom(text, name)).toEqual(expected);
});

test.each([
  ["nothing", "a.txt", " \n", "a.txt is empty"],
  ["a picture", "a.png", "\u0000PNG", "a.png holds no text"],
  ["half a file", "a.json", '{"records":', /^a\.json is not JSON: /],
  ["a line that is no record", "a.jsonl", '{"text":"a"}\n{"row":1}', "line 2 of a.jsonl is no record: it has no text"],
  ["a line that is no request", "a.log", `${line}\n{"text":"a"}`, "line 2 of a.log is no request: it has no records"],
  ["a request among records", "a.jsonl", `{"text":"a"}\n${line}`, "line 2 of a.jsonl is no record: it has no text"],
  ["half a line", "a.ndjson", '{"text":"a"}\n{"te', /^line 2 of a\.ndjson is no record: /],
])("says what is wrong with %s", (_name, name, text, problem) => {
  const expected = typeof problem === "string" ? problem : expect.stringMatching(problem);
  expect(recordsFrom(text, name)).toEqual({ problem: expected });
});
