import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locateTerms, sentTerms } from "../../../src/engine/coverage/sent-terms.ts";
import type { Budget, Selection, SourceRecord } from "../../../src/engine/model.ts";
import { measureAll, type Prepared, plainStage, prepare, selectWithin } from "../../../src/engine/select.ts";
import { ascending } from "../../../src/text/arrays.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { anyText } from "../../property/texts.ts";
import { analysed, point, record, task } from "../request.ts";

const prompt = "When does the ferry leave the harbour?";

/** The searched words in each unit, by the text of the unit. */
function heldIn(text: string, words: string) {
  const { corpus, records } = analysed([record("Copper pipes expand."), record(text)], prompt);
  const locations = locateTerms(corpus, records, corpus.vocabulary.termsIn(words), unchecked);
  const forms = (unit: number) =>
    Array.from(locations.slots.subarray(locations.slotsFrom[unit], locations.slotsFrom[unit + 1]), (slot) =>
      corpus.vocabulary.form(locations.terms[slot] ?? 0),
    );
  const units = records.flatMap((one) => one.units.map(({ start, end }) => one.source.text.slice(start, end)));
  return { locations, units, held: units.map((_, unit) => forms(unit)) };
}

describe("wanted terms", () => {
  test("are located in the units that contain them, once for each unit", () => {
    const rest = "while gulls circle over the empty quay and nobody on the long wooden pier looks up at them at all.";
    const sentences = ["The ferry leaves", "Noon passes at noon", "A ferry sails at noon", "Nothing happens"];
    const { units, held, locations } = heldIn(sentences.map((said) => `${said} ${rest}`).join(" "), "noon ferry noon");
    expect(held[units.findIndex((unit) => unit.startsWith("The ferry"))]).toEqual(["ferri"]);
    expect(held[units.findIndex((unit) => unit.startsWith("Noon"))]).toEqual(["noon"]);
    expect(held[units.findIndex((unit) => unit.startsWith("A ferry"))]).toEqual(["ferri", "noon"]);
    expect([held[0], held.at(-1), locations.unlike]).toEqual([[], [], new Int32Array()]);
  });

  test("do not include terms of a unit's context", () => {
    const { units, held } = heldIn(`# The ferry\n\n${"It leaves at noon. ".repeat(3)}`, "ferry");
    expect(units.filter((_, unit) => held[unit]?.length === 1).every((unit) => unit.includes("ferry"))).toBe(true);
    expect(held.flat()).toEqual(["ferri"]);
  });
});

test("a unit is read again if a word continues in the next unit or if it echoes the task", () => {
  const cut = heldIn("harbour".repeat(200), "harbour");
  expect([...cut.locations.unlike]).toEqual(cut.units.map((_, unit) => unit).slice(1, -1));
  const echo = heldIn(JSON.stringify({ query: prompt, results: ["It leaves at noon.".repeat(30)] }), "ferry");
  expect(Array.from(echo.locations.unlike, (unit) => echo.units[unit]?.includes(prompt))).toEqual([true]);
  expect(echo.held.flat()).toEqual([]);
});

async function selected(records: readonly SourceRecord[], prompt: string, budget: Partial<Budget>) {
  const prepared = await prepare(await measureAll(records, plainStage), task(prompt), point, plainStage);
  const limits: Budget = { maxContextTokens: 60, maxRecords: null, renderFormat: "plain", ...budget };
  return { prepared, selection: await selectWithin(prepared, limits, point, plainStage) };
}

/** The forms of all located terms, and those of the texts with their titles, excerpt by excerpt. */
function heldAndRead({ analysed }: Prepared, { excerpts }: Selection) {
  const { vocabulary } = analysed.corpus;
  const forms = (terms: Iterable<number>) => [...new Set(terms)].map((term) => vocabulary.form(term)).sort();
  const read = excerpts.map(({ text, record: { source } }) =>
    forms([...vocabulary.termsIn(text), ...vocabulary.termsIn(source.title ?? "")]),
  );
  const every = ascending(vocabulary.size());
  const locations = locateTerms(analysed.corpus, analysed.records, every, unchecked);
  return { held: sentTerms(analysed, locations, excerpts, unchecked).map(forms), read };
}

describe("the terms of an excerpt", () => {
  const sentences = Array.from({ length: 40 }, (_, at) => `The ferry number ${at} leaves the harbour at noon.`);
  const prompt = "When does the ferry leave the harbour?";
  test.each<[string, SourceRecord]>([
    ["of units, marks and the title", record(sentences.join(" "), { title: "Timetable" })],
    ["of a word across two units", record(`ferry ${"harbour".repeat(600)} noon\n${sentences.join("\n")}`)],
    ["of a unit that is cut", record(`The ferry ${"slowly and surely ".repeat(200)}leaves the harbour.`)],
    [
      "of a unit that echoes the task",
      record(JSON.stringify({ query: prompt, results: sentences.map((said) => ({ said })) })),
    ],
  ])("equal those of its text: %s", async (_, one) => {
    for (const maxContextTokens of [30, 60, 200, 2000]) {
      const { prepared, selection } = await selected([one, record("Copper pipes expand.")], prompt, {
        maxContextTokens,
      });
      const { held, read } = heldAndRead(prepared, selection);
      expect(held).toEqual(read);
      expect(held).not.toEqual([]);
    }
  });

  test("are only the wanted ones, each once", async () => {
    const { prepared, selection } = await selected([record(sentences.join(" "))], prompt, {});
    const { vocabulary } = prepared.analysed.corpus;
    const [ferry = -1, noon = -1] = vocabulary.termsIn("ferry noon");
    const { corpus, records } = prepared.analysed;
    const locations = locateTerms(corpus, records, Int32Array.of(noon, ferry), unchecked);
    expect(sentTerms(prepared.analysed, locations, selection.excerpts, unchecked)).toEqual([[ferry, noon]]);
  });

  test("for any texts", async () => {
    const sketch = fc.record({ text: anyText, title: fc.option(fc.string({ maxLength: 20 })) });
    const limits = fc.record({
      maxContextTokens: fc.nat({ max: 600 }),
      renderFormat: fc.constantFrom("plain", "hybrid"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sketch, { minLength: 1, maxLength: 5 }), limits, async (sketches, budget) => {
        const records = sketches.map(({ text, title }) => record(text, { title }));
        const { prepared, selection } = await selected(records, `ERR_42 retry ${sketches[0]?.text}`, budget);
        const { held, read } = heldAndRead(prepared, selection);
        expect(held).toEqual(read);
      }),
      { numRuns: 150 },
    );
  });
});
