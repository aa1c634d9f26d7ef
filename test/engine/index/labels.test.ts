import { expect, test } from "vitest";
import { referencesIn } from "../../../src/engine/index/labels.ts";

/** Names, codes and numbers. */
const KINDS = new Set(["#", "-", "section"]);

const LENGTH = 400_000;
/** Reading each place once takes some milliseconds; reading on from every place took nine seconds. */
const MILLISECONDS_MAX = 2_000;

test.each([":.", "-.", "-/", "#", "A-", "section ", "## ", "§", " "])(
  "reads %j, repeated, in linear time",
  (pattern) => {
    const text = pattern.repeat(LENGTH / pattern.length);
    const startedAt = performance.now();
    referencesIn(text, KINDS);
    expect(performance.now() - startedAt).toBeLessThan(MILLISECONDS_MAX);
  },
);

test("finds a path after a bracket, and a ticket after a colon", () => {
  const found = referencesIn("Read on (docs/setup.md), fixes:#12", KINDS).map(({ number }) => number);
  expect(found).toEqual(["setup.md", "#12"]);
});

test("finds the numbers of claims", () => {
  expect(referencesIn("The method of claim 27, and those of claims 3 to 5.", KINDS)).toEqual([
    { kind: "claim", number: "27" },
    { kind: "claim", number: "3" },
  ]);
});

test.each([
  ["#", ["setup.md"]],
  ["-", ["C-3"]],
  ["rule", ["4"]],
])("looks only for what records have as labels: %j", (kind, numbers) => {
  const found = referencesIn("See docs/setup.md, C-3 and rule 4", new Set([kind]));
  expect(found.map(({ number }) => number)).toEqual(numbers);
});
