import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../bench/speed/harness/cpu.ts";
import { cover } from "../../src/engine/cover.ts";
import type { SourceRecord, Task } from "../../src/engine/model.ts";
import { score } from "../../src/engine/score.ts";
import { coverage, measureAll, plainStage, prepare, selectWithin } from "../../src/engine/select.ts";
import { analysed, background, point, record, task } from "./request.ts";

async function verdict(
  records: readonly SourceRecord[],
  asked: Task,
  maxContextTokens: number | null,
  strict = false,
  under = point,
) {
  const prepared = await prepare(await measureAll(records, plainStage), asked, under, plainStage);
  const budget = { maxContextTokens: maxContextTokens ?? 0, maxRecords: null, renderFormat: "plain" } as const;
  const selection = maxContextTokens === null ? null : await selectWithin(prepared, budget, under, plainStage);
  return coverage(prepared, selection, strict, under, plainStage);
}

const records = [...background, record("Mia Garcia paid 14.80 euros for order W5490111.")];

test("the needs of a task are computed once for all rungs of a ladder", () => {
  const of = analysed(records, "What did Mia pay for W5490111?");
  expect(of.needs()).toBe(of.needs());
});

test("a record's title is read once for all rungs of a ladder", () => {
  const of = analysed([...records, record("It leaves at noon.", { title: "Ferries" })], "When does the ferry leave?");
  expect(Array.from(of.titleTerms()("Ferries"), (term) => of.corpus.vocabulary.form(term))).toEqual(["ferri"]);
  expect(of.titleTerms()("Ferries")).toBe(of.titleTerms()("Ferries"));
});

describe("coverage", () => {
  const asked = task("How is a violin tuned, and when do ferries to the island leave in winter?");

  test("is sufficient if all evidence is sent, and names the covered terms", async () => {
    const found = await verdict(records, asked, 60);
    expect([found.sufficient, found.reason]).toEqual([true, "evidence_covered"]);
    expect(found.evidence().terms.missing).toEqual([]);
    expect(found.evidence().terms.covered).toContain("violin");
    expect(found.evidence().repairReasons).toEqual([]);
  });
  test("is insufficient if a part is omitted, and names the missing terms", async () => {
    const found = await verdict(records, asked, 22, true);
    expect(found.sufficient).toBe(false);
    expect(found.reason).toBe("evidence_terms_missing");
    expect(found.evidence().repairReasons.some((reason) => reason.startsWith("missing_word:"))).toBe(true);
  });
  test("is insufficient at the strict setting if more matching text is omitted than sent", async () => {
    const many = Array.from({ length: 12 }, (_, at) => record(`Ferry ${at} leaves the island in winter at ${at}:15.`));
    const found = await verdict(many, task("When do ferries to the island leave in winter?"), 32, true);
    expect([found.sufficient, found.reason]).toEqual([false, "evidence_unsure"]);
    expect(found.evidence().repairReasons).toEqual(["close_cut"]);
  });
  test("is never certain about a chain, since its further pieces may share no word with the task", async () => {
    const call = record('{"name": "open_door"}', { kind: "tool_call" });
    const table = record("CREATE TABLE fork (id INTEGER, hall INTEGER REFERENCES hall (id));");
    const tools = records.flatMap(() => [0, 1].map((at) => record(`{"name": "tool${at}"}`, { kind: "tool_schema" })));
    const sure = { ...point, cover: { ...point.cover, strictMin: 0 } };
    const strictly = async (...further: readonly SourceRecord[]) =>
      (await verdict([...records, ...further], asked, 60, true, sure)).sufficient;
    expect([await strictly(), await strictly(call)]).toEqual([true, true]);
    expect([await strictly(call, call), await strictly(table), await strictly(...tools)]).toEqual([
      false,
      false,
      false,
    ]);
  });
  test("depends only on the probability at the lenient setting", async () => {
    for (const tokens of [15, 22, 30, 60, 90]) {
      const found = await verdict(records, asked, tokens);
      expect(found.sufficient).toBe(found.score >= point.cover.lenientMin);
    }
  });
  test("does not blame a selection for terms that no record contains", async () => {
    const found = await verdict(records, task("Which violin did Paganini play?"), 40);
    expect(found.evidence().terms.absent).toContain("Paganini");
    expect(found.evidence().repairReasons.filter((reason) => reason.includes("Paganini"))).toEqual([]);
  });
  test("lists each evidence term once: as covered, missing or absent", async () => {
    const found = await verdict(records, task('"violin" Mia and the "sourdough starter" of Paganini, 14.80'), 22);
    expect(Object.values(found.evidence().terms).flat().sort()).toEqual(
      ["14.80", "Mia", "Paganini", "sourdough starter", "violin"].sort(),
    );
    expect(found.evidence().terms.absent).toEqual(["Paganini"]);
  });
  test("of the whole context is certain", async () => {
    const found = await verdict(records, asked, null);
    expect([found.score, found.sufficient]).toEqual([1, true]);
  });
  test("grows with the budget", async () => {
    const scores = await Promise.all(
      [15, 30, 60, 90].map(async (tokens) => (await verdict(records, asked, tokens)).score),
    );
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
  });
});

/** One pass over the sent text takes a second; a search of each text for each need takes a minute. */
const MILLISECONDS_MAX = 10_000;

test("the time for many needs and many texts grows with their sum", () => {
  const quotes = Array.from({ length: 60_000 }, (_, at) => {
    const marks = at.toString(3).replace(/\d/g, (digit) => "!%&".charAt(Number(digit)));
    return `"violin ${marks}"`;
  });
  const texts = [...Array.from({ length: 60_000 }, () => "violin"), "Paganini"];
  const of = analysed(
    texts.map((text) => record(text)),
    `${quotes.join(" ")} Paganini`,
  );
  const records = score(of, point.score);
  const started = ownCpuMs();
  const found = cover(of, records, null, true, point.cover);
  expect(ownCpuMs() - started).toBeLessThan(MILLISECONDS_MAX);
  expect(found.evidence().terms.covered.length).toBe(quotes.length + 1);
  expect(found.evidenceShape).toBe("several_records");
});
