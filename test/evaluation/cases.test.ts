import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { casesIn } from "../../src/evaluation/cases.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-cases-"));
afterAll(() => rm(folder, { recursive: true }));

const request = { task: { prompt: "Which pump?" }, records: [{ text: "pump 7" }] };
const messages = [
  { role: "tool", tool_call_id: "c", content: "pump 7 stopped" },
  { role: "user", content: "Which pump?" },
];
const ids = { id: "one", request, gold: { evidence: ["pump 7"] } };
const json = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

/** Name, prompt and whether it is labelled, or the problem. */
async function read(name: string, content: string, task = ""): Promise<readonly string[]> {
  const file = join(folder, name);
  await writeFile(file, content);
  const lines: string[] = [];
  for await (const one of casesIn({ file, place: name, folder }, task)) {
    if ("unread" in one) lines.push(`${one.unread.place}: ${one.unread.problem}`);
    else lines.push(`${one.found.name}, ${JSON.stringify(one.found.request.task)}, ${one.found.gold !== null}`);
  }
  return lines;
}

const asked = '{"prompt":"Which pump?"}';

test.each([
  ["a request", "a.json", json(request), [`a.json, ${asked}, false`]],
  ["a labelled request", "a.json", JSON.stringify(ids, null, 2), [`one, ${asked}, true`]],
  ["a message array", "a.json", json(messages), [`a.json, ${asked}, false`]],
  ["an API call", "a.json", json({ model: "m", messages }), [`a.json, ${asked}, false`]],
  ["a list of requests", "a.json", json([request, ids]), [`a.json[0], ${asked}, false`, `one, ${asked}, true`]],
  [
    "a list of conversations",
    "a.json",
    json([messages, messages]),
    [`a.json[0], ${asked}, false`, `a.json[1], ${asked}, false`],
  ],
  ["a request a line", "a.jsonl", json(request, ids), [`a.jsonl:1, ${asked}, false`, `one, ${asked}, true`]],
  [
    "a conversation a line",
    "a.ndjson",
    json(messages, { messages }),
    [`a.ndjson:1, ${asked}, false`, `a.ndjson:2, ${asked}, false`],
  ],
  ["one message per line, one conversation", "a.jsonl", json(...messages), [`a.jsonl, ${asked}, false`]],
  [
    "a broken first line",
    "a.jsonl",
    `{half\n${json(request)}`,
    [expect.stringMatching(/^a\.jsonl:1: not valid JSON: /), `a.jsonl:2, ${asked}, false`],
  ],
  [
    "a line of another kind",
    "a.jsonl",
    json(request, { level: "info" }),
    [`a.jsonl:1, ${asked}, false`, "a.jsonl:2: no records and no messages: expected a request or a conversation"],
  ],
  [
    "a log without a task",
    "a.log",
    "pump 7",
    ["a.log: no task is given: add --task TEXT, or pass a request or a conversation"],
  ],
])("reads %s", async (_what, name, content, expected) => {
  expect(await read(name, content)).toEqual(expected);
});

test.each([
  ["a log", "a.log", "pump 7\nvalve 3"],
  ["a request", "a.json", json(request)],
  ["structured log lines", "a.ndjson", json({ level: "info" }, { level: "warn" })],
  ["another API's answer", "a.json", json({ records: [{ Id: 1 }], total: 1 })],
])("a task is put to %s", async (_what, name, content) => {
  expect(await read(name, content, "Which valve?")).toEqual([`${name}, {"prompt":"Which valve?"}, false`]);
});
