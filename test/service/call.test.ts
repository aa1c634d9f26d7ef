import { expect, test } from "vitest";
import { abortSignalOf, CallAbort } from "../../src/service/call.ts";

test("a call's signal behaves as an AbortSignal does", () => {
  const ours = new CallAbort();
  const theirs = new AbortController();
  const events: string[] = [];
  const kept = () => events.push("kept");
  const removed = () => events.push("removed");
  for (const signal of [ours, theirs.signal]) {
    signal.addEventListener("abort", kept);
    signal.addEventListener("abort", removed);
    signal.removeEventListener("abort", removed);
    expect(signal.aborted).toBe(false);
    expect(() => signal.throwIfAborted()).not.toThrow();
  }
  const reason = new Error("over");
  for (const abort of [ours, theirs]) {
    abort.abort(reason);
    abort.abort(new Error("over again"));
  }
  expect(events).toEqual(["kept", "kept"]);
  for (const signal of [ours, theirs.signal]) {
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe(reason);
    expect(() => signal.throwIfAborted()).toThrow(reason);
  }
});

test("abortSignalOf returns an AbortSignal that follows the call's signal", () => {
  const [early, late] = [new CallAbort(), new CallAbort()];
  const reason = new Error("over");
  early.abort(reason);
  const followed = abortSignalOf(late);
  expect(followed.aborted).toBe(false);
  late.abort(reason);
  for (const signal of [abortSignalOf(early), followed]) {
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal.reason).toBe(reason);
  }
  const { signal } = new AbortController();
  expect(abortSignalOf(signal)).toBe(signal);
});
