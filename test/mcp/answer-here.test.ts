// The local engine as what answers the tool: between two stages it hears that nobody waits any more.
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerHere } from "../../src/mcp/answer-here.ts";

const request = JSON.parse(await readFile(new URL("../../docs/examples/harbour.json", import.meta.url), "utf8"));

test("a call that is given up ends", async () => {
  const controller = new AbortController();
  const answer = answerHere(request, controller.signal);
  controller.abort(new Error("given up"));
  await expect(answer).rejects.toThrow("given up");
});

test("what else arrives is heard between two stages", async () => {
  let turns = 0;
  let over = false;
  const answer = answerHere(request, new AbortController().signal).finally(() => {
    over = true;
  });
  while (!over) {
    await setImmediate();
    turns += 1;
  }
  await answer;
  expect(turns).toBeGreaterThan(5);
});
