// The local engine as what answers the tool: between two stages it hears that nobody waits any more, and what is large
// it leaves to a worker.
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerHere } from "../../src/mcp/answer-here.ts";
import { LARGE_BYTES } from "../../src/scheduling/cost.ts";
import { toolCall } from "./tool-call.ts";

const request = JSON.parse(await readFile(new URL("../../docs/examples/harbour.json", import.meta.url), "utf8"));
const harbour = toolCall(request);
const { signal } = new AbortController();

const answer = answerHere(() => Promise.reject(new Error("for the worker")));

test("a call that is given up ends", async () => {
  const controller = new AbortController();
  const ended = answer(harbour, controller.signal);
  controller.abort(new Error("given up"));
  await expect(ended).rejects.toThrow("given up");
});

test("what else arrives is heard between two stages", async () => {
  let turns = 0;
  let over = false;
  const ended = answer(harbour, signal).finally(() => {
    over = true;
  });
  while (!over) {
    await setImmediate();
    turns += 1;
  }
  await ended;
  expect(turns).toBeGreaterThan(5);
});

test("a large call is the worker's, unless it is refused at once", async () => {
  const records = [{ text: "x".repeat(LARGE_BYTES) }];
  await expect(answer(toolCall({ ...request, records }), signal)).rejects.toThrow("for the worker");
  await expect(answer(toolCall({ ...request, records, budget: null }), signal)).rejects.toThrow(
    "budget.max_context_tokens is missing",
  );
});
