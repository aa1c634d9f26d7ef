// The errors for an invalid command line of a measurement.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { namesIn, numbersIn, wholeNumber } from "../../bench/command-line.ts";

test("lists are read, with spaces around their names", () => {
  expect(namesIn("b, a", ["a", "b"], "switch")).toEqual(["b", "a"]);
  expect(numbersIn("--budgets", "0.1,2000")).toEqual([0.1, 2000]);
});

test.each([
  ["a name that is unknown", () => namesIn("a,x", ["a", "b"], "switch"), 'switch "x" is not one of a, b'],
  ["no name", () => namesIn("", ["a"], "switch"), 'switch "" is not one of a'],
  ["words instead of numbers", () => numbersIn("--budgets", "0.1,x"), "--budgets is 0.1,x, must be numbers above 0"],
  ["half a thread", () => wholeNumber("--workers", "1.5"), "--workers is 1.5, must be a whole number of at least 1"],
  ["no thread", () => wholeNumber("--workers", "0"), "--workers is 0, must be a whole number of at least 1"],
])("%s is refused", (_, read, message) => {
  expect(read).toThrow(message);
});

test.each([
  ["bench/run.ts", "--only", "nope", 'benchmark "nope" is not one of tokens'],
  ["bench/run.ts", "--nope", "", "Unknown option '--nope'"],
  ["bench/quality.ts", "--data", "docs", "docs holds no *.jsonl"],
])("%s %s %s ends with a message and the usage, and no stack trace", (script, ...words) => {
  const message = words.pop() ?? "";
  const { status, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr.startsWith(message)).toBe(true);
  expect(stderr).toContain("\nusage: make ");
  expect(stderr).not.toContain("    at ");
});
