// The verdicts of the gate, and its overlap compared with sums computed term by term from the texts.
import { describe, expect, test } from "vitest";
import type { Analysed } from "../../src/engine/analyse.ts";
import { GATE_REASONS, judge, queryOverlap } from "../../src/engine/gate.ts";
import { writtenAt } from "../../src/engine/index/query.ts";
import { PAIR_DISTANCE_MAX, pairNumber } from "../../src/engine/index/query-words.ts";
import { score } from "../../src/engine/score.ts";
import { analysed, background, point, record, task } from "./request.ts";

const verdict = (...request: Parameters<typeof analysed>) => {
  const of = analysed(...request);
  return judge(of, score(of, point.score), point.gate);
};

describe("the gate", () => {
  test.each([
    ["one block contains the words of the task", "ferries to the island in winter", true, "engage:needle"],
    ["several blocks contain parts of the task", "violin committee flour fireworks copper", true, "engage:spread"],
    [
      "the records are about something else",
      "quantum chromodynamics: lattice simulation of gluon propagators and hadron masses in a river",
      false,
      "standdown:high_drift",
    ],
    ["no record contains a word of the task", "quantum chromodynamics", false, "standdown:high_drift"],
    ["the task has no words", "?!", false, "standdown:no_searchable_terms"],
    ["the task contains only stop words", "what is it, and why?", false, "standdown:no_searchable_terms"],
  ])("%s", (_, prompt, engaged, reason) => {
    const found = verdict(background, prompt);
    expect([found.engaged, found.reason]).toEqual([engaged, reason]);
    expect(GATE_REASONS).toContain(found.reason);
    expect(Object.values(found.signals).every(Number.isFinite)).toBe(true);
  });
});

describe("words that the records only inflect differently or hold in compounds", () => {
  const rules = [
    ...background,
    record("Bienenvölker sind nach Vorlage einer Haftpflichtversicherung erlaubt."),
    record("Kadonneesta avaimesta ilmoitetaan heti."),
    record("The new supervisor signs the form."),
  ];
  test.each([
    ["Was muss versichert sein?", true],
    ["Hukkasin avaimeni", true],
    ["Who supervises that?", true],
    ["Was kostet der Rasenmäher?", false],
  ])("%s", (prompt, engaged) => {
    expect(verdict(rules, prompt).engaged).toBe(engaged);
  });
  test("count by the share of the stem", () => {
    const { words_asked: asked, words_held: held } = verdict(rules, "Hukkasin avaimeni").signals;
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan((asked ?? 0) / 2);
  });
});

describe("a task in a script without spaces", () => {
  const rules = [record("宿舍管理员检查房间，违规电器由学校代为保管。"), record("图书馆开放到晚上十点。")];
  test("is engaged for if the records share some of its pairs of characters", () => {
    expect(verdict(rules, "宿舍里我的锅被拿走，何时才能领回来").engaged).toBe(true);
  });
  test("makes the gate stand down if they share none", () => {
    expect(verdict(rules, "量子色动力学怎样模拟").engaged).toBe(false);
  });
  test("counts a pair that no record has as half a word", () => {
    expect(verdict(rules, "量子").signals.words_asked).toBeCloseTo(0.5, 1);
  });
});

describe("overlap", () => {
  const asked = (records: Parameters<typeof analysed>[0], prompt: string) =>
    queryOverlap(analysed(records, prompt)).queryWeight;

  test("counts words that address the assistant only if they occur in a record", () => {
    const withQuery = [...background, record("The query is slow.")];
    expect(asked(withQuery, "Write the query for the violin")).toBe(asked(withQuery, "query violin"));
    expect(asked(background, "Write the query for the violin")).toBe(asked(background, "violin"));
  });
  test("does not expect values of the task in definitions of tables, and few of its words", () => {
    const tables = [
      record("CREATE TABLE parcel (id INTEGER, carrier_id INTEGER REFERENCES carrier (id), promised_on DATE);"),
      record("CREATE TABLE carrier (id INTEGER, name VARCHAR(99));"),
    ];
    const words = queryOverlap(analysed(tables, 'Which parcel of "Hermes" came too late in Berlin'));
    const others = queryOverlap(
      analysed([record("A parcel has a carrier.")], 'Which parcel of "Hermes" came too late in Berlin'),
    );
    expect(words.matched).toBeCloseTo(others.matched);
    expect(words.queryWeight).toBeLessThan(others.queryWeight / 2);
  });
  test("does not expect values of the task in a catalogue of tools", () => {
    const tools = background.map(({ text }) => record(text, { kind: "tool_schema" }));
    const prompt = "the violin of Rivermist 83214";
    expect(asked(tools, prompt)).toBe(asked(tools, "the violin"));
    expect(asked(background, prompt)).toBeGreaterThan(asked(background, "the violin"));
  });
  test("counts words of titles and tags as matched", () => {
    const overlap = queryOverlap(analysed([record("text", { title: "violin" })], task("violin")));
    expect(overlap.matched).toBe(overlap.queryWeight);
    expect(overlap.inBestBlock).toBe(0);
  });
  test("a pair has the weight of its lighter word", () => {
    const weight = (word: string) => queryOverlap(analysed([record("text")], word)).queryWeight;
    const { pairs } = queryOverlap(analysed([record("the new violin")], "new violin"));
    expect(pairs).toBe(weight("new"));
    expect(pairs).toBeLessThan(weight("violin"));
  });
  test("one rare word overlaps more than two common words", () => {
    const matched = (prompt: string) => queryOverlap(analysed([record("the new time of the violin")], prompt)).matched;
    expect(matched("violin drought")).toBeGreaterThan(matched("new time"));
  });
});

const records = [
  ...background,
  record("The island ferry leaves the north quay at noon. In winter the ferry to the island is late."),
  record("A ferry leaves. Another leaves the quay of the island in winter.", { title: "Tariffs" }),
  record("东京到大阪的渡轮每天两班。"),
];
const prompt = "Explain when the island ferry leaves the north quay in winter, and its tariffs. 渡轮每天几班";

test("neighbouring pairs have the weight of their lighter word, each counted once", () => {
  const of = analysed(records, prompt);
  const weights = weightsOf(of);
  const { corpus, query } = of;
  const pairs = new Map<number, number>();
  for (const [at, first] of corpus.terms.entries()) {
    for (const second of corpus.terms.subarray(at + 1, at + 1 + PAIR_DISTANCE_MAX)) {
      const pair = pairNumber(query.pairs, first, second);
      if (pair >= 0) pairs.set(pair, Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0));
    }
  }
  expect(pairs.size).toBeGreaterThan(2);
  expect(queryOverlap(of).pairs).toBeCloseTo(sum(pairs.values()), 9);
});

test("inBestBlock is the highest sum of weights in one block", () => {
  const of = analysed(records, prompt);
  const weights = weightsOf(of);
  const { corpus } = of;
  const held = Array.from({ length: corpus.blocks }, () => new Set<number>());
  for (const [unit, block] of corpus.blockOf.entries())
    for (const term of corpus.terms.subarray(corpus.unitFrom[unit], corpus.unitFrom[unit + 1])) held[block]?.add(term);
  const sums = held.map((terms) => sum(Array.from(terms, (term) => weights.get(term) ?? 0)));
  expect(queryOverlap(of).inBestBlock).toBeCloseTo(Math.max(...sums), 9);
});

test("a word that addresses the assistant counts only if a record contains it", () => {
  expect(queryOverlap(analysed(records, "Explain ferry")).queryWeight).toBe(
    queryOverlap(analysed(records, "ferry")).queryWeight,
  );
  const held = [...records, record("Explain this.")];
  expect(queryOverlap(analysed(held, "Explain ferry")).queryWeight).toBeGreaterThan(
    queryOverlap(analysed(held, "ferry")).queryWeight,
  );
});

test("a word that occurs only in a title is matched", () => {
  const overlap = queryOverlap(analysed(records, "tariffs"));
  expect(overlap.matched).toBe(overlap.queryWeight);
  expect(overlap.matched).toBeGreaterThan(0);
});

/** The weight of each term of the task that occurs in the records: the overlap of a task with only that word. */
function weightsOf({ query, corpus }: Analysed): ReadonlyMap<number, number> {
  const weightAt = (slot: number) => queryOverlap(analysed(records, writtenAt(query, slot, corpus.vocabulary))).matched;
  return new Map(Array.from(query.terms, (term, slot) => [term, weightAt(slot)] as const));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
