import { expect, test } from "vitest";
import { repeatTemplates } from "../../src/text/log-events.ts";

test("events repeat templates, and rows of data do not", () => {
  expect(repeatTemplates(["ship 4 moored", "ship 5 moored", "crane 1 stopped"])).toBe(true);
  expect(repeatTemplates(["Ada, Ghent, 12", "Bob, Bruges, 14", "Cai, Lille, 9"])).toBe(false);
});
