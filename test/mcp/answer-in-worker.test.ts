// What becomes of a call whose worker is lost, or that nobody waits for, over threads that do as the call says.
import { afterEach, expect, test } from "vitest";
import { UnavailableError } from "winnow-client";
import { createOwnWorker, type OwnWorker } from "../../src/mcp/answer-in-worker.ts";
import { threadStarter } from "../../src/workers/thread.ts";

const scripted = threadStarter(new URL("../workers/scripted-worker.ts", import.meta.url), {
  buildId: "",
  faultStage: null,
});
let worker: OwnWorker;
let problems: string[] = [];

afterEach(() => worker.close());

function open(): void {
  problems = [];
  worker = createOwnWorker((problem) => problems.push(problem), scripted);
}

function ask(script: string, signal = new AbortController().signal) {
  return worker.select({ request: {}, body: new TextEncoder().encode(script) }, signal);
}

test("one whose worker dies may be tried again, and the next is answered", async () => {
  open();
  await expect(ask("die")).rejects.toThrow(UnavailableError);
  expect(problems).toEqual(Array(2).fill("a worker thread died and was replaced"));
  expect(await ask("echo:{}")).toEqual({});
});

test("one that is given up ends at once, whatever its worker does, and that is no problem", async () => {
  open();
  await ask("echo:{}");
  const over = new AbortController();
  const spinning = ask("spin", over.signal);
  over.abort(new Error("given up"));
  await expect(spinning).rejects.toThrow("given up");
  expect(await ask("echo:{}")).toEqual({});
  expect(problems).toEqual([]);
});

test("what a handler throws is told without its words", async () => {
  open();
  await expect(ask("tell")).rejects.toThrow(SyntaxError);
  expect(problems).toEqual(["a call failed with RangeError"]);
});
