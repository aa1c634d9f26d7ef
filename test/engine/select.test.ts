// The engine's stages in order, what they reuse, and that each can be cancelled.
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../bench/speed/harness/cpu.ts";
import type { Budget, Stage, StageName, Task } from "../../src/engine/model.ts";
import { coverage, measureAll, plainStage, prepare, selectWithin } from "../../src/engine/select.ts";
import { unchecked } from "../../src/text/checkpoint.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { background, point, record, task } from "./request.ts";

const budget = (maxContextTokens: number): Budget => ({ maxContextTokens, maxRecords: null, renderFormat: "plain" });
const asked = task("When do ferries to the island leave in winter?");

test("runs its stages in order and reports counts and decisions only", async () => {
  const names: StageName[] = [];
  const facts: unknown[] = [];
  const stage: Stage = async (name, work, report) => {
    names.push(name);
    const result = work(unchecked);
    facts.push(...Object.values(report?.(result) ?? {}));
    return result;
  };
  const prepared = await prepare(await measureAll(background, stage), asked, point, stage);
  const selection = await selectWithin(prepared, budget(40), point, stage);
  await coverage(prepared, selection, false, point, stage);
  expect(names).toEqual(["measure", "segment", "analyse", "score", "gate", "pack", "excerpt", "render", "cover"]);
  expect(facts.filter((fact) => typeof fact !== "number" && typeof fact !== "boolean")).toEqual([]);
});

test.each(["measure", "segment", "analyse"] as const)("can be ended in %s at every record", async (stopped) => {
  const reached: number[] = [];
  for (let last = 1; last <= background.length; last++) {
    let passed = 0;
    const checkpoint = () => {
      passed += 1;
      if (passed === last) throw new DOMException("gone", "AbortError");
    };
    const stage: Stage = async (name, work) => work(name === stopped ? checkpoint : unchecked);
    const run = measureAll(background, stage).then((measured) => prepare(measured, asked, point, stage));
    await expect(run).rejects.toThrow("gone");
    reached.push(passed);
  }
  expect(reached).toEqual(background.map((_, at) => at + 1));
});

test.each(["measure", "segment", "analyse", "score"] as const)(
  "can be ended in %s within one long record, which leaves nothing behind",
  async (stopped) => {
    const long = [record("The ferry leaves twice a day in winter, said no. 7. ".repeat(12_000))];
    const whole = await prepare(await measureAll(long, plainStage), asked, point, plainStage);
    let passed = 0;
    const count: Stage = async (name, work) => work(name === stopped ? () => passed++ : unchecked);
    await prepare(await measureAll(long, count), asked, point, count);
    expect(passed).toBeGreaterThan(3);
    for (let last = 1; last <= passed; last++) {
      let left = last;
      const checkpoint = () => {
        left -= 1;
        if (left === 0) throw new DOMException("gone", "AbortError");
      };
      const stage: Stage = async (name, work) => work(name === stopped ? checkpoint : unchecked);
      const run = measureAll(long, stage).then((measured) => prepare(measured, asked, point, stage));
      await expect(run).rejects.toThrow("gone");
    }
    const again = await prepare(await measureAll(long, plainStage), asked, point, plainStage);
    expect(again.tokens).toBe(whole.tokens);
    expect(JSON.stringify(again.records)).toBe(JSON.stringify(whole.records));
  },
);

const words = Array.from({ length: 60_000 }, (_, at) => `w${at}ord`).join(" ");
const syllables = Array.from({ length: 150_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7) % 20_000))).join(
  "",
);

/** How many checkpoints a stage has. */
async function checkpointsIn(stopped: StageName, asked: Task, title = "a title"): Promise<number> {
  let passed = 0;
  const count: Stage = async (name, work) => work(name === stopped ? () => passed++ : unchecked);
  const records = [...background, record("text", { title })];
  await prepare(await measureAll(records, count), asked, point, count);
  return passed;
}

test.each([
  ["analyse", "a giant word", "x".repeat(1_000_000), 50],
  ["analyse", "words", words, 100],
  ["analyse", "a script without spaces", syllables, 70],
  ["score", "words", words, 10],
  ["gate", "words", words, 20],
] as const)(
  "can be ended in %s again and again while the prompt is long: %s",
  async (stopped, _what, prompt, least) => {
    const short = await checkpointsIn(stopped, task("ferry"));
    expect((await checkpointsIn(stopped, task(prompt))) - short).toBeGreaterThanOrEqual(least);
  },
);

test("analyse has several checkpoints within a long title or tool name", async () => {
  const short = await checkpointsIn("analyse", task("ferry"));
  expect((await checkpointsIn("analyse", task("ferry"), words)) - short).toBeGreaterThanOrEqual(4);
  const named = task("ferry", { toolName: words });
  expect((await checkpointsIn("analyse", named)) - short).toBeGreaterThanOrEqual(4);
});

describe("a selection", () => {
  test("contains the evidence within its budget", async () => {
    const prepared = await prepare(await measureAll(background, plainStage), asked, point, plainStage);
    const { rendered, renderedTokens } = await selectWithin(prepared, budget(30), point, plainStage);
    expect(rendered()).toContain("leave twice a day in winter");
    expect(renderedTokens).toBe(countTokens(rendered()));
    expect(renderedTokens).toBeLessThanOrEqual(30);
  });
  test("drops blank records and counts the others exactly", async () => {
    const measured = await measureAll([record(" \n"), ...background, record("")], plainStage);
    expect(measured.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    const { tokens } = await prepare(measured, asked, point, plainStage);
    expect(tokens).toBe(background.reduce((sum, { text }) => sum + countTokens(text), 0));
  });
  test("is the same on every run", async () => {
    const run = async () => {
      const prepared = await prepare(await measureAll(background, plainStage), asked, point, plainStage);
      return (await selectWithin(prepared, budget(50), point, plainStage)).rendered();
    };
    expect(await run()).toBe(await run());
  });
});

test("takes time in proportion to the text", async () => {
  const time = async (times: number) => {
    const records = Array.from({ length: times }, (_, at) => record(`Ferry ${at} leaves for the island. `.repeat(40)));
    const started = ownCpuMs();
    const prepared = await prepare(await measureAll(records, plainStage), asked, point, plainStage);
    await selectWithin(prepared, budget(500), point, plainStage);
    return ownCpuMs() - started;
  };
  await time(50);
  const [small, large] = [await time(50), await time(800)];
  expect(large).toBeLessThan(16 * 8 * Math.max(small, 5));
});

/** How many checkpoints a stage has, from the records to the verdict on a selection of the given number of tokens. */
async function checkpointsOf(stopped: StageName, texts: readonly string[], prompt: string): Promise<number> {
  let passed = 0;
  const count: Stage = async (name, work) => work(name === stopped ? () => passed++ : unchecked);
  const measured = await measureAll(
    texts.map((text) => record(text)),
    count,
  );
  const prepared = await prepare(measured, task(prompt), point, count);
  const selection = await selectWithin(prepared, budget(100_000), point, count);
  await coverage(prepared, selection, false, point, count);
  return passed;
}

test.each<[string, StageName, readonly string[], string, number]>([
  ["the evidence terms of a long task", "cover", ["ferry"], words, 10],
  ["texts that are sent", "cover", Array.from({ length: 200 }, (_, at) => `ferry ${at}`), "ferry", 100],
  ["the templates of a log", "score", ["2026-03-01 12:00:00 INFO ferry 7 has left\n".repeat(40_000)], "ferry", 18],
  [
    "comparing units",
    "score",
    [`[${'{"name":"the ferry to the island","at":"noon"},\n'.repeat(20_000)}1]`],
    "ferry",
    4,
  ],
])("a call can be cancelled during %s", async (_, stopped, texts, prompt, least) => {
  const short = await checkpointsOf(stopped, ["ferry"], "ferry");
  expect((await checkpointsOf(stopped, texts, prompt)) - short).toBeGreaterThanOrEqual(least);
});
