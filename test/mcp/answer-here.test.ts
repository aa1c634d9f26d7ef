// The local engine as what answers the tool: between two stages it hears that nobody waits any more.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { answerHere } from "../../src/mcp/answer-here.ts";

const request = JSON.parse(await readFile(new URL("../../docs/examples/harbour.json", import.meta.url), "utf8"));

test("a call that is given up ends", async () => {
  const controller = new AbortController();
  const answer = answerHere(request, controller.signal);
  controller.abort(new Error("given up"));
  await expect(answer).rejects.toThrow("given up");
});

test("others are answered while one runs", async () => {
  const done: string[] = [];
  const { signal } = new AbortController();
  const large = { ...request, records: Array.from({ length: 400 }, () => request.records).flat() };
  const calls = [
    ["large", large],
    ["small", request],
  ].map(([name, asked]) => answerHere(asked, signal).then(() => done.push(name)));
  await Promise.all(calls);
  expect(done).toEqual(["small", "large"]);
});
