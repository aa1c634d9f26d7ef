import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askedTerms } from "../../../src/engine/judging/asked-terms.ts";
import { sentTerms } from "../../../src/engine/judging/sent-terms.ts";
import type { Budget, Selection, SourceRecord } from "../../../src/engine/model.ts";
import { measureAll, type Prepared, plainStage, prepare, selectWithin } from "../../../src/engine/select.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { ascending } from "../../../src/text/int-list.ts";
import { anyText } from "../../property/texts.ts";
import { point, record, task } from "../request.ts";

async function selected(records: readonly SourceRecord[], prompt: string, budget: Partial<Budget>) {
  const prepared = await prepare(await measureAll(records, plainStage), task(prompt), point, plainStage);
  const limits: Budget = { maxTokens: 60, maxRecords: null, renderFormat: "plain", ...budget };
  return { prepared, selection: await selectWithin(prepared, limits, point, plainStage) };
}

/** The forms of all terms that are held, and those of the texts with their titles, excerpt by excerpt. */
function heldAndRead({ analysed }: Prepared, { excerpts }: Selection) {
  const { vocabulary } = analysed.corpus;
  const forms = (terms: Iterable<number>) => [...new Set(terms)].map((term) => vocabulary.form(term)).sort();
  const read = excerpts.map(({ text, record: { source } }) =>
    forms([...vocabulary.termsIn(text), ...vocabulary.termsIn(source.title ?? "")]),
  );
  const every = ascending(vocabulary.size());
  const asked = askedTerms(analysed.corpus, analysed.records, every, unchecked);
  return { held: sentTerms(analysed, asked, excerpts, unchecked).map(forms), read };
}

describe("the terms of what is sent", () => {
  const sentences = Array.from({ length: 40 }, (_, at) => `The ferry number ${at} leaves the harbour at noon.`);
  const prompt = "When does the ferry leave the harbour?";
  test.each<[string, SourceRecord]>([
    ["of units, marks and the title", record(sentences.join(" "), { title: "Timetable" })],
    ["of a word that stands across two units", record(`ferry ${"harbour".repeat(600)} noon\n${sentences.join("\n")}`)],
    ["of a unit that is cut", record(`The ferry ${"slowly and surely ".repeat(200)}leaves the harbour.`)],
    [
      "of a unit that echoes the task",
      record(JSON.stringify({ query: prompt, results: sentences.map((said) => ({ said })) })),
    ],
  ])("are those that reading it would find: %s", async (_, one) => {
    for (const maxTokens of [30, 60, 200, 2000]) {
      const { prepared, selection } = await selected([one, record("Copper pipes expand.")], prompt, { maxTokens });
      const { held, read } = heldAndRead(prepared, selection);
      expect(held).toEqual(read);
      expect(held).not.toEqual([]);
    }
  });

  test("only those that are asked for, each once", async () => {
    const { prepared, selection } = await selected([record(sentences.join(" "))], prompt, {});
    const { vocabulary } = prepared.analysed.corpus;
    const [ferry = -1, noon = -1] = vocabulary.termsIn("ferry noon");
    const { corpus, records } = prepared.analysed;
    const asked = askedTerms(corpus, records, Int32Array.of(noon, ferry), unchecked);
    expect(sentTerms(prepared.analysed, asked, selection.excerpts, unchecked)).toEqual([[ferry, noon]]);
  });

  test("whatever the texts are", async () => {
    const sketch = fc.record({ text: anyText, title: fc.option(fc.string({ maxLength: 20 })) });
    const limits = fc.record({ maxTokens: fc.nat({ max: 600 }), renderFormat: fc.constantFrom("plain", "hybrid") });
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
