// A handbook of rules in Markdown, and conversations of two to three hundred words about them. The rule that decides a
// conversation shares a few rare words with its end; every other rule shares common words with all of it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { measureAll, plainStage, prepare, selectWithin } from "../../src/engine/select.ts";
import { point, record, task } from "./request.ts";

const read = (file: string) => readFileSync(new URL(`policy/${file}`, import.meta.url), "utf8");
const handbook = read("handbook.md");
const conversations: readonly { id: string; prompt: string; evidence: readonly string[] }[] = JSON.parse(
  read("conversations.json"),
);
const whole = [record(handbook)];
const sections = handbook
  .split(/^(?=## )/m)
  .slice(1)
  .map((text) => record(text, { title: text.slice(3, text.indexOf("\n")) }));

/** The share of the rules that are in a selection of `share` of the tokens, as whole lines. */
async function recallAt(share: number, records: typeof whole): Promise<number> {
  const measured = await measureAll(records, plainStage);
  let sum = 0;
  for (const { prompt, evidence } of conversations) {
    const about = task(`Continue this conversation with the customer.\n\n${prompt}`);
    const prepared = await prepare(measured, about, point, plainStage);
    const budget = { maxTokens: Math.floor(share * prepared.tokens), maxRecords: null, renderFormat: "plain" } as const;
    const lines = (await selectWithin(prepared, budget, point, plainStage)).rendered().split("\n");
    sum += evidence.filter((rule) => lines.includes(rule)).length / evidence.length;
  }
  return sum / conversations.length;
}

describe("of the rules that decide a long conversation", () => {
  // BM25 over lines, with the same prompts and a common stop list, keeps .33 and .67.
  test.each([
    ["a tenth of the handbook's tokens holds", 0.1, 0.33, whole],
    ["a tenth of its sections' tokens holds", 0.1, 0.33, sections],
    ["a quarter of the handbook's tokens holds", 0.25, 0.8, whole],
    ["a quarter of its sections' tokens holds", 0.25, 0.8, sections],
  ])("%s (%f) at least %f", async (_, share, least, records) => {
    expect(await recallAt(share, records)).toBeGreaterThanOrEqual(least);
  });
});
