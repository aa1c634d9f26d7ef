// Finds where terms occur, with few searched terms and with more than fit the numbers of one byte.
import { expect, test } from "vitest";
import { findPostings } from "../../../src/engine/index/postings.ts";
import { analysed, record } from "../request.ts";

const words = Array.from({ length: 400 }, (_, at) => `w${at}x`);
const { corpus } = analysed([record(words.join(" ")), record(words.toReversed().join(" "))], "w1x");
const terms = corpus.vocabulary.termsIn(words.join(" "));

test.each([1, 255, 256, 400])("%i terms are found at their places, each under its own slot", (count) => {
  const searched = terms.subarray(0, count);
  const { at, unit, slot } = findPostings(corpus, searched);
  const places = [...corpus.terms.keys()].filter((place) => searched.includes(corpus.terms[place] ?? -1));
  expect([...at]).toEqual(places);
  expect(places.length).toBe(2 * count);
  expect(Array.from(slot, (found) => terms[found])).toEqual(places.map((place) => corpus.terms[place]));
  expect(Array.from(unit, (found, hit) => (corpus.unitFrom[found] ?? 0) <= (at[hit] ?? 0))).not.toContain(false);
  expect(Array.from(unit, (found, hit) => (at[hit] ?? 0) < (corpus.unitFrom[found + 1] ?? 0))).not.toContain(false);
});

test("terms of fields are found for each record, with any number of searched terms", () => {
  const records = [record("nothing", { title: "w7x w399x" }), record("else", { title: "w8x" })];
  const labelled = analysed([...records, record(words.join(" "))], "w1x").corpus;
  const all = labelled.vocabulary.termsIn(words.join(" "));
  for (const searched of [all.subarray(0, 20), all]) {
    const { fields } = findPostings(labelled, searched);
    const named = fields.map((slots) => [...slots.keys()].sort((a, b) => a - b));
    expect(named).toEqual([searched.length > 20 ? [7, 399] : [7], [8], []]);
  }
});
