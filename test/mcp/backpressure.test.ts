// Calls wait for their turn, and messages wait for calls to end and for responses to be read.
import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createBackpressure } from "../../src/mcp/backpressure.ts";

function opened() {
  const output = Object.assign(new EventEmitter(), { writableLength: 0 });
  const { run, input } = createBackpressure(output);
  const passed: string[] = [];
  input.on("data", (chunk) => passed.push(String(chunk))).on("end", () => passed.push("end"));
  const begun: (() => void)[] = [];
  return {
    output,
    input,
    passed,
    begun,
    /** @returns the end of the call */
    call: () => run(() => new Promise<void>((resolve) => begun.push(resolve))),
  };
}

/** All pending work has run. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await setImmediate();
}

test("four calls run at a time, and the next starts when one of them ends", async () => {
  const { call, begun } = opened();
  const calls = Array.from({ length: 6 }, call);
  await turns();
  expect(begun).toHaveLength(4);
  begun[1]?.();
  await calls[1];
  await turns();
  expect(begun).toHaveLength(5);
});

test("a failed call gives its slot to the next", async () => {
  const { run } = createBackpressure(Object.assign(new EventEmitter(), { writableLength: 0 }));
  const failing = () => run(() => Promise.reject(new Error("failed")));
  await expect(Promise.allSettled(Array.from({ length: 9 }, failing))).resolves.toHaveLength(9);
});

test("with 64 calls no further message is read until one of them ends", async () => {
  const { call, begun, input, passed } = opened();
  const calls = Array.from({ length: 64 }, call);
  for (const message of ["a", "b"]) input.write(message);
  await turns();
  expect(passed).toEqual(["a"]);
  begun[0]?.();
  await calls[0];
  await turns();
  expect(passed).toEqual(["a", "b"]);
});

test("with unread responses no message is read and no call starts", async () => {
  const { call, begun, input, passed, output } = opened();
  output.writableLength = 8 * 1024 * 1024;
  void call();
  for (const message of ["a", "b"]) input.write(message);
  await turns();
  expect([begun.length, passed]).toEqual([0, ["a"]]);
  output.writableLength = 0;
  output.emit("drain");
  await turns();
  expect([begun.length, passed]).toEqual([1, ["a", "b"]]);
});

test("the end waits for the last call", async () => {
  const { call, begun, input, passed } = opened();
  const last = call();
  input.end();
  await turns();
  expect(passed).toEqual([]);
  begun[0]?.();
  await last;
  await turns();
  expect(passed).toEqual(["end"]);
});
