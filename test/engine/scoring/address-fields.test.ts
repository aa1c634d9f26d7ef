// Fields that are mostly addresses score less than the texts beside them.
import { describe, expect, test } from "vitest";
import { discountAddressFields } from "../../../src/engine/scoring/address-fields.ts";
import { analysed, record } from "../request.ts";

const LINKS =
  '"avatar_url":"https://img.example/u/41?v=4","html_url":"https://forge.example/mill/issues/7",' +
  '"events_url":"https://api.forge.example/repos/mill/issues/7/events{/privacy}"';
const BODY = `"body":"${"The mill stops when the water is low, as it did in the spring of last year. ".repeat(3)}"`;
const ISSUE = `[{"id":7,"title":"The mill stops",${BODY},"user":{"login":"ada",${LINKS}},"state":"open"}]`;

/** The factors of the units of one record, by the text of each. */
function factors(text: string, prompt: string, kind: "tool_result" | "tool_schema" = "tool_result") {
  const { records } = analysed([record(text, { kind })], prompt);
  const units = records.flatMap(({ units, source }) => units.map(({ start, end }) => source.text.slice(start, end)));
  const sums = new Float64Array(units.length).fill(1);
  discountAddressFields(records, prompt, 0.25, sums);
  return units.map((unit, at) => [unit, sums[at]] as const);
}

const discounted = (...args: Parameters<typeof factors>) =>
  factors(...args).flatMap(([unit, factor]) => (factor === 1 ? [] : [unit]));

describe("in the results of an API", () => {
  test("only the fields that are mostly addresses score less", () => {
    const less = discounted(ISSUE, "Why does the mill stop?");
    expect(less.length).toBeGreaterThan(0);
    expect(less.join("")).toContain("avatar_url");
    expect(less.join("")).not.toContain("The mill stops when");
  });

  test.each([["What is the URL of the issue?"], ["Send me the link."], ["Who wrote https://forge.example/mill?"]])(
    "all fields keep their score if the task may ask for an address: %s",
    (prompt) => {
      expect(discounted(ISSUE, prompt)).toEqual([]);
    },
  );

  test("a text that is not JSON keeps its score", () => {
    expect(discounted(`See https://forge.example/mill/issues/7 and ${LINKS}`, "Why does the mill stop?")).toEqual([]);
  });
});
