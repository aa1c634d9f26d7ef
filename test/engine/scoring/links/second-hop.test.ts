// The second hop: records that the best match names, or that share words with it.
import { describe, expect, test } from "vitest";
import { contentType } from "../../../../src/engine/content-types.ts";
import type { SourceRecord } from "../../../../src/engine/model.ts";
import { factChainScores } from "../../../../src/engine/scoring/links/fact-chains.ts";
import { bridgeFrom, findArticles, namedTitleScores } from "../../../../src/engine/scoring/links/second-hop.ts";
import { rarity } from "../../../../src/engine/scoring/search-terms.ts";
import { SENTENCES } from "../../../../src/engine/unit-nouns.ts";
import { scanTokens } from "../../../../src/text/tokens.ts";
import { analysed, background, point, ranking, record, scored, whyOf } from "../../request.ts";

describe("a title that the best record names", () => {
  const titled = (title: string, text: string) => record(text, { title });
  const gains = (...titles: readonly string[]) => {
    const naming = titled("Hukilau", "Owens wrote Hukilau after a party in Laie Point, near Po. It was about Mercury.");
    const others = titles.map((title) => titled(title, "Something else. ".repeat(30)));
    const of = analysed([naming, ...others], "Who wrote it?");
    const { records } = of;
    const scores = namedTitleScores(records, { articles: findArticles(records), from: 0 }, 2);
    let at = 0;
    return records.map(({ units }) => {
      at += units.length;
      return [...scores.subarray(at - units.length, at)].filter((score) => score > 0);
    });
  };

  test.each([
    ["in full", "Laie Point", [2]],
    ["in another case", "laie point", [2]],
    ["without its bracket", "Mercury (planet)", [2]],
    ["in part of a word", "Owen", []],
    ["in another order", "Point Laie", []],
    ["too short to be a name", "Po", []],
    ["the record's own", "Hukilau", []],
    ["nowhere", "Honey", []],
    ["empty", "", []],
  ])("%s: only its first unit gains", (_, title, expected) => {
    expect(gains(title)[1]).toEqual(expected);
  });
  test("adds to its own part of the score", () => {
    const records = [
      ...background.map(({ text }, at) => titled(`Note ${at}`, text)),
      titled("The Hukilau Song", "The song was written by Jack Owens after attending a luau in Laie."),
      titled("Laie", "A place on the windward shore."),
    ];
    expect(whyOf(scored(records, "Who wrote the Hukilau song?").at(-1)).parts.named).toBeGreaterThan(0);
  });
  test("a long record of one repeated word names no title that it does not contain", () => {
    const naming = titled("Hukilau", "word ".repeat(50_000));
    const of = analysed([naming, ...Array.from({ length: 500 }, (_, n) => titled(`word ${n}`, "x"))], "word");
    const named = namedTitleScores(of.records, { articles: findArticles(of.records), from: 0 }, 1);
    expect(named.every((score) => score === 0)).toBe(true);
  });
  test("a record of millions of words takes little memory", () => {
    // Words of one letter each out of 1,024, so that a set cannot hold all runs of up to eight.
    const mixed = (n: number) => Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
    const letterAt = (at: number) => 0x3400 + (mixed(mixed(at + 1)) >>> 22);
    const units = Uint16Array.from({ length: 5_000_000 }, (_, at) => (at % 2 === 1 ? 0x20 : letterAt(at)));
    const naming = titled("Hukilau", `${Buffer.from(units.buffer).toString("utf16le")} Laie Point`);
    const whole = (source: SourceRecord) => ({
      source,
      title: source.title,
      position: 0,
      scan: scanTokens(""),
      type: contentType("prose"),
      noun: SENTENCES,
      readable: source.text,
      kind: source.kind,
      units: [
        {
          start: 0,
          end: source.text.length,
          block: 0,
          passage: 0,
          count: 1,
          continues: false,
          announces: false,
          head: -1,
          context: "",
        },
      ],
    });
    const records = [naming, titled("Laie Point", "A place."), titled("Honey", "A food.")].map(whole);
    const articles = records.map(({ source }, at) => ({
      title: source.title ?? "",
      record: at,
      first: at,
      next: at + 1,
    }));
    expect([...namedTitleScores(records, { articles, from: 0 }, 1)]).toEqual([0, 1, 0]);
  });
});

describe("articles", () => {
  const FILLER = "It is kept by the town and open to visitors from the first week of spring to the last of autumn. ";
  const passage = (title: string, about: string) => ({ title, text: `${about} ${FILLER.repeat(3)}` });
  const results = [
    passage("Quay", "The eastern quay was built of granite."),
    passage("The Glass Orchard", "The Glass Orchard is a novel that was written by Ines Caldeira in one winter."),
    passage("Mill", "The mill grinds oats and barley."),
    passage("Market", "The market sells herring and rope."),
    passage("Ines Caldeira (writer)", "A translator of plays. She came from Monsaraz."),
  ];
  const result = (value: unknown) => record(JSON.stringify(value), { kind: "tool_result", title: "search" });
  const read = (title: string, text: string) => [
    record(`read_page("${title}")`, { kind: "tool_call", stepId: title }),
    record(text, { kind: "tool_result", stepId: title, title }),
  ];
  const kindAt = (at: number) => (at === 0 ? "artifact" : "external_data");
  const TABLE = `name,year,place\n${"The Glass Orchard,1923,Monsaraz\n".repeat(9)}`;

  test.each([
    ["titled records", results.map(({ title, text }) => record(text, { title })), 5],
    ["titled results of an agent's calls", results.flatMap(({ title, text }) => read(title, text)), 5],
    ["titled records of two kinds", results.map(({ title, text }, at) => record(text, { title, kind: kindAt(at) })), 0],
    [
      "titled tables that a tool returned",
      results.map(({ title }) => record(TABLE, { title, kind: "tool_result" })),
      0,
    ],
    ["passages of one result", [result({ results })], 5],
    ["passages of JSON in a string", [result({ content: JSON.stringify(results) })], 5],
    ["records under one title", results.map(({ text }) => record(text, { title: "Re: offer" })), 0],
    ["passages without titles", [result(results.map(({ text }) => ({ text })))], 0],
    ["rows", [result(results.map(({ title }) => ({ title })))], 0],
    ["results in an agent's trace", [record("{}", { kind: "tool_call", stepId: "a" }), result({ results })], 0],
  ])("%s", (_, records, count) => {
    const of = analysed(records, "Who wrote it?");
    expect(of.shape.articles ? findArticles(of.records).length : 0).toBe(count);
  });

  test("the passage that the best one names is found even if it shares no word with the task", () => {
    const [only] = scored([result({ results })], "Where was the author of The Glass Orchard born?");
    const scoreOf = (words: string) =>
      only?.unitScores[only.units.findIndex(({ start, end }) => only.source.text.slice(start, end).includes(words))];
    expect(scoreOf("from Monsaraz")).toBeGreaterThan(4 * (scoreOf("oats and barley") ?? 0));
    expect(scoreOf("written by Ines")).toBeGreaterThan(scoreOf("from Monsaraz") ?? 0);
  });
});

describe("a chain of facts", () => {
  const facts = [
    ...background,
    record("Glass is brittle."),
    record("A pane consists of glass."),
    record("A window holds a pane."),
    record("Honey keeps for years."),
  ];
  const asked = "Why does a window shatter?";
  const scoresOf = (records: typeof facts) => {
    const about = analysed(records, asked);
    const first = Float64Array.from(records, ({ text }) => (text.includes("window") ? 1 : 0));
    return factChainScores(about, first, point.score.factChain);
  };

  test("raises only the fact that shares a word with the best one", () => {
    const [glass, pane, window, honey] = scoresOf(facts).slice(-4);
    expect(pane).toBeGreaterThan(0);
    expect(window).toBeGreaterThan(0);
    expect([glass, honey]).toEqual([0, 0]);
    expect(ranking(facts, asked).slice(0, 2)).toEqual([facts.length - 2, facts.length - 3]);
  });
  test.each([
    ["titled records", facts.map(({ text }, at) => record(text, { title: `Note ${at}` }))],
    ["few records", facts.slice(-4)],
    ["passages", [...facts, record("The window is open. It lets in the air of the garden. ".repeat(10))]],
    ["turns", facts.map(({ text }) => record(text, { kind: "user_input" }))],
  ])("is not searched for in %s", (_, records) => {
    expect(analysed(facts, asked).shape.facts).toBe(true);
    expect(analysed(records, asked).shape.facts).toBe(false);
    expect(Math.max(...scored(records, asked).map((each) => whyOf(each).parts.chain ?? 0))).toBe(0);
  });
  test("needs a match to start from", () => {
    const none = factChainScores(analysed(facts, asked), new Float64Array(facts.length), point.score.factChain);
    expect(none.every((score) => score === 0)).toBe(true);
  });
});

test("the weight of a bridge is at most that of the matched words of the task", () => {
  const titled = (title: string, text: string) => record(text, { title });
  const note = "short of breath, weighed daily, panel repeated tonight";
  const of = analysed(
    [
      titled("Ada", `Lisinopril was held. Ada is ${note}.`),
      titled("Bob", `Bob is ${note}.`),
      titled("Eve", "Metformin is held."),
      titled("Dan", "Aspirin is continued."),
    ],
    "Where is lisinopril restarted?",
  );
  const scores = Float64Array.from(of.corpus.recordOf, (owner) => (owner === 0 ? 1 : 0));
  const { terms } = bridgeFrom(of, scores, 0.5, { ...point.score.bridge, massMax: 1 });
  const mass = terms.weights.reduce((sum, weight, slot) => sum + weight * rarity(of.corpus, terms.terms[slot] ?? 0), 0);
  expect(terms.terms.length).toBeGreaterThan(3);
  expect(mass).toBeCloseTo(0.5, 9);
});
