// Rules in Markdown, and conversations of two to three hundred words about them. The rule that decides a conversation
// shares a few words with what the customer says; other rules share common words with all of it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { measureAll, plainStage, prepare, selectWithin } from "../../src/engine/select.ts";
import { point, record, task } from "./request.ts";

interface Conversation {
  readonly id: string;
  readonly prompt: string;
  readonly evidence: readonly string[];
}

const read = (file: string) => readFileSync(new URL(`policy/${file}`, import.meta.url), "utf8");

/** The rules in one record and in a record for each section, and the conversations about them. */
function policy(name: string) {
  const rules = read(`${name}.md`);
  const conversations: readonly Conversation[] = JSON.parse(read(`${name}-conversations.json`));
  const sections = rules
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => record(text, { title: text.slice(3, text.indexOf("\n")) }));
  return { forms: { whole: [record(rules)], sections }, conversations };
}

const policies = { handbook: policy("handbook"), bank: policy("bank") };

/** The share of the rules that are in a selection of `share` of the tokens, as whole lines. */
async function recallAt(
  share: number,
  name: keyof typeof policies,
  form: "whole" | "sections",
  [above, below]: readonly [above: string, below: string] = ["Continue this conversation with the customer.\n\n", ""],
): Promise<number> {
  const { forms, conversations } = policies[name];
  const measured = await measureAll(forms[form], plainStage);
  let sum = 0;
  for (const { prompt, evidence } of conversations) {
    const about = task(`${above}${prompt}${below}`);
    const prepared = await prepare(measured, about, point, plainStage);
    const budget = {
      maxContextTokens: Math.floor(share * prepared.tokens),
      maxRecords: null,
      renderFormat: "plain",
    } as const;
    const lines = (await selectWithin(prepared, budget, point, plainStage)).rendered().split("\n");
    sum += evidence.filter((rule) => lines.includes(rule)).length / evidence.length;
  }
  return sum / conversations.length;
}

describe("the rules that decide a long conversation", () => {
  // BM25 over lines, with the same prompts and a usual stop list, keeps .33 and .67 of the handbook's rules, and .30
  // and .41 of the bank's.
  test.each([
    ["handbook", 0.1, 0.16],
    ["handbook", 0.25, 0.83],
    ["bank", 0.1, 0.31],
    ["bank", 0.25, 0.63],
  ] as const)(
    "are in a selection from the %s: %f of its tokens hold at least %f of them",
    async (name, share, least) => {
      expect(await recallAt(share, name, "whole")).toBeGreaterThanOrEqual(least);
      expect(await recallAt(share, name, "sections")).toBeGreaterThanOrEqual(least);
    },
  );

  test.each([
    "\n\nWhich rules decide what the agent must do next?",
    "\n\nWhat should the agent say or do next?",
    "\n\nTask: find the parts of the policy that apply to the customer's request.",
    "\nTask: find the parts of the policy that apply to the customer's request.",
  ])("are found as well if the instruction stands below it: %j", async (below) => {
    expect(await recallAt(0.1, "bank", "whole", ["", below])).toBeGreaterThanOrEqual(0.33);
    expect(await recallAt(0.1, "bank", "sections", ["", below])).toBeGreaterThanOrEqual(0.31);
  });
});
