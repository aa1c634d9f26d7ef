import { expect, test } from "vitest";
import { rungsWithin } from "../../src/service/decide.ts";

test.each([
  ["rungs below the budget stay", 1000, 100, [200, 400], [100, 200, 400]],
  ["rungs above the budget are cut to it, once", 250, 100, [200, 400, 800], [100, 200, 250]],
  ["a first rung above the budget is the only one", 50, 100, [200], [50]],
  ["no escalation gives a ladder of one rung", 1000, 100, [], [100]],
  ["a budget of zero gives one rung of zero", 0, 100, [200], [0]],
])("%s", (_name, maxContextTokens, initial, escalation, rungs) => {
  expect(rungsWithin(maxContextTokens, initial, escalation)).toEqual(rungs);
});
