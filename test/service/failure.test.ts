import { expect, test } from "vitest";
import { framesOf } from "../../src/service/failure.ts";

test("come from the stack alone, even if the message has lines that look like frames", () => {
  const error = new TypeError("no such word:\n    at words (of the caller.ts:1:2)");
  expect(framesOf(error)).toContain("failure.test.ts");
  expect(framesOf(error)).not.toContain("words");
  expect(
    framesOf(error)
      .split("\n")
      .every((line) => line.startsWith("    at ")),
  ).toBe(true);
});

test("are found for an error without a message", () => {
  expect(framesOf(new Error())).toContain("failure.test.ts");
  expect(framesOf(new Error("Err"))).toContain("failure.test.ts");
});

test("are left out if they cannot be distinguished from the message", () => {
  const error = new Error("\n    at words (of the caller.ts:1:2)");
  expect(error.stack).toContain("words");
  error.message = "changed since";
  expect(framesOf(error)).toBe("");
  delete error.stack;
  expect(framesOf(error)).toBe("");
});
