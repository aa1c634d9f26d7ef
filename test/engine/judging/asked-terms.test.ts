import { describe, expect, test } from "vitest";
import { askedTerms } from "../../../src/engine/judging/asked-terms.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { analysed, record } from "../request.ts";

const prompt = "When does the ferry leave the harbour?";

/** By the text of each unit the asked words that it holds. */
function heldIn(text: string, words: string) {
  const { corpus, records } = analysed([record("Copper pipes expand."), record(text)], prompt);
  const asked = askedTerms(corpus, records, corpus.vocabulary.termsIn(words), unchecked);
  const forms = (unit: number) =>
    Array.from(asked.slots.subarray(asked.slotsFrom[unit], asked.slotsFrom[unit + 1]), (slot) =>
      corpus.vocabulary.form(asked.terms[slot] ?? 0),
    );
  const units = records.flatMap((one) => one.units.map(({ start, end }) => one.source.text.slice(start, end)));
  return { asked, units, held: units.map((_, unit) => forms(unit)) };
}

describe("asked terms", () => {
  test("stand in the units that hold them, each once", () => {
    const rest = "while gulls circle over the empty quay and nobody on the long wooden pier looks up at them at all.";
    const sentences = ["The ferry leaves", "Noon passes at noon", "A ferry sails at noon", "Nothing happens"];
    const { units, held, asked } = heldIn(sentences.map((said) => `${said} ${rest}`).join(" "), "noon ferry noon");
    expect(held[units.findIndex((unit) => unit.startsWith("The ferry"))]).toEqual(["ferri"]);
    expect(held[units.findIndex((unit) => unit.startsWith("Noon"))]).toEqual(["noon"]);
    expect(held[units.findIndex((unit) => unit.startsWith("A ferry"))]).toEqual(["ferri", "noon"]);
    expect([held[0], held.at(-1), asked.unlike]).toEqual([[], [], new Int32Array()]);
  });

  test("are not those of the context that a unit stands under", () => {
    const { units, held } = heldIn(`# The ferry\n\n${"It leaves at noon. ".repeat(3)}`, "ferry");
    expect(units.filter((_, unit) => held[unit]?.length === 1).every((unit) => unit.includes("ferry"))).toBe(true);
    expect(held.flat()).toEqual(["ferri"]);
  });
});

test("units are unlike what was read where a word goes on in the next, or where they echo the task", () => {
  const cut = heldIn("harbour".repeat(200), "harbour");
  expect([...cut.asked.unlike]).toEqual(cut.units.map((_, unit) => unit).slice(1, -1));
  const echo = heldIn(JSON.stringify({ query: prompt, results: ["It leaves at noon.".repeat(30)] }), "ferry");
  expect(Array.from(echo.asked.unlike, (unit) => echo.units[unit]?.includes(prompt))).toEqual([true]);
  expect(echo.held.flat()).toEqual([]);
});
