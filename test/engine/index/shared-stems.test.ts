// Words that share a stem are found at the beginning and inside of words. The work is bounded for words that were
// chosen to collide.
import { describe, expect, test } from "vitest";
import { sharedStems } from "../../../src/engine/index/shared-stems.ts";
import { analysed, ranking, record } from "../request.ts";

function related(prompt: string, text: string, title: string | null = null): readonly string[] {
  const { corpus, query } = analysed([record(text, { title })], prompt);
  return [...sharedStems(corpus, query).values()].flat().map(({ other }) => corpus.vocabulary.form(other));
}

test.each([
  ["inflected differently", "Hukkasin avaimeni, mitä nyt?", "Kaikki avaimet palautetaan.", ["avaimet"]],
  ["with another ending of the verb", "Ceza nerede bulunur?", "Kapıda bulunan kutu.", ["bulunan"]],
  ["in a compound", "Was ist versichert?", "Nur mit einer Haftpflichtversicherung.", ["haftpflichtversicherung"]],
  ["in several forms, closest first", "Hukkasin avaimeni", "Avaimesta tai avaimet", ["avaimet", "avaimesta"]],
  [
    "as another word with the Chinese character of a Japanese verb",
    "家で飼えますか",
    "犬の飼育と飼い主",
    ["飼育", "飼い"],
  ],
  ["with a short stem in common", "Saako maton pestä?", "Matot materiaali.", []],
  ["with less than most of it in common", "Wo sind die Gartenmöbel?", "Der Gartenbaumeister kommt.", []],
  ["after a short prefix", "Was muss man melden?", "Der Pächter wird es anmelden.", []],
])("a word of the task that the records hold %s", (_, prompt, text, expected) => {
  expect(related(prompt, text)).toEqual(expected);
});

describe("finds nothing", () => {
  test.each([
    ["for a word that a record holds", "Wo sind die Avaimet?", "avaimet avaimesta"],
    ["in scripts without spaces and endings", "东京的渡轮在哪里", "东西向的轮船很远"],
  ])("%s", (_, prompt, text) => expect(related(prompt, text)).toEqual([]));

  test("for a word that a title holds", () => {
    expect(related("Missä avaimeni", "avaimet", "avaimeni")).toEqual([]);
  });
});

test("a record that only inflects a word of the task differently is found", () => {
  const records = [record("Saunavuoro maksaa kymmenen euroa."), record("Uudesta avaimesta peritään maksu.")];
  expect(ranking(records, "Hukkasin avaimeni")[0]).toBe(1);
});

/** Distinct words of the letters of a number. */
function words(count: number, before: string, after: string): string {
  const of = (at: number) => at.toString(20).replace(/\d/g, (digit) => "klmnopqrst".charAt(Number(digit)));
  return Array.from({ length: count }, (_, at) => before + of(at) + after).join(" ");
}

test.each([
  ["start alike", words(300, "avaimen", ""), words(2_000, "avaimen", "x"), "avaimeni", "avaimet"],
  ["are very many", "", words(20_000, "zu", ""), "avaimeni", "avaimet"],
])("words that %s are not compared beyond some word", (_, asked, held, word, other) => {
  const prompt = `Hukkasin ${word} ${asked}`;
  expect(related(prompt, `${other} ${held}`)).toContain(other);
  expect(related(prompt, `${held} ${other}`)).not.toContain(other);
});

test("the work is bounded for words that were chosen to start with one character", () => {
  const hiragana = Array.from({ length: 80 }, (_, at) => `飼${String.fromCharCode(0x3041 + at)}`).join("、");
  const others = Array.from({ length: 20_000 }, (_, at) => `飼${String.fromCharCode(0x4e00 + at)}`).join("、");
  const { corpus, query } = analysed([record(others)], hiragana);
  const found = [...sharedStems(corpus, query).values()].flat();
  expect(found.length).toBeGreaterThan(1_000);
  expect(found.length).toBeLessThan(1 << 17);
});
