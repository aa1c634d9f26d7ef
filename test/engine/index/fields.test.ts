// Fields that are read together have the same terms as each alone, and reading them has checkpoints. The head of a
// tool's schema is one of them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyse } from "../../../src/engine/analyse.ts";
import { addField, createFieldReader, endRecord, finishFields, schemaHead } from "../../../src/engine/index/fields.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { createVocabulary } from "../../../src/text/vocabulary.ts";
import { point, ranking, record, task } from "../request.ts";

test("a call can be cancelled between records with many fields", () => {
  const attributes = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`key${at}`, `value${at}`]));
  const records = segment(measure(Array.from({ length: 100 }, (_, at) => record(`Part ${at}.`, { attributes }))));
  const plain = segment(measure(Array.from({ length: 100 }, (_, at) => record(`Part ${at}.`))));
  const checkpoints = (of: typeof records) => {
    let passed = 0;
    analyse(of, task("Which part?"), point.analyse, () => {
      passed += 1;
    });
    return passed;
  };
  expect(checkpoints(records)).toBeGreaterThan(checkpoints(plain) + 3);
});

const part = fc.constantFrom(
  "north",
  "harbour_id",
  "C++",
  "don't",
  "港口",
  "é",
  "\ud83d\ude00",
  "\ud83d",
  "\ude00",
  "7",
  ".",
  "\n",
  " ",
);
const field = fc.oneof(
  { weight: 20, arbitrary: fc.array(part, { maxLength: 6 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }).map((times) => "ice_floe 港 ".repeat(times)) },
);
const fields = fc.array(fc.record({ field, weight: fc.constantFrom(0, 1, 3) }), { maxLength: 5 });

test("fields read together have the terms of each alone, for any texts and numbers", () => {
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 5 }), fc.constantFrom(1, 300), (few, times) => {
      const records = Array.from({ length: times }, () => few).flat();
      const [alone, together] = [createVocabulary(), createVocabulary()];
      const weights: number[] = [];
      const ends: number[] = records.map((all) => {
        for (const { field, weight } of all) {
          if (weight === 0) continue;
          const read = alone.read(field, 0, field.length);
          while (weights.length < read) weights.push(weight);
        }
        return weights.length;
      });
      const reader = createFieldReader(records.length, together, unchecked);
      for (const all of records) {
        for (const { field, weight } of all) addField(reader, field, weight);
        endRecord(reader);
      }
      const read = finishFields(reader);
      expect(read).toEqual({ from: Int32Array.of(0, ...ends), terms: alone.take(), weights });
    }),
    { numRuns: 60 },
  );
});

test("a call can be cancelled before each batch", () => {
  const stop = new Error("stop");
  const reader = createFieldReader(1, createVocabulary(), () => {
    throw stop;
  });
  const many = () => {
    for (let at = 0; at < 1_000; at += 1) addField(reader, "north", 1);
  };
  expect(many).toThrow(stop);
});

const tool = (text: string) => record(text, { kind: "tool_schema" });

function headOf(text: string, kind: "tool_schema" | "artifact" = "tool_schema"): string {
  const [schema] = segment(measure([record(text, { kind })]));
  return schema === undefined ? "" : schemaHead(schema);
}

test("a schema's head ends where its parameters begin", () => {
  expect(headOf('{"name": "a", "description": "b", "parameters": {"c": 1}}')).toBe(
    '{"name": "a", "description": "b", ',
  );
});

test("without parameters, the head is the fields that name and summarise the tool, wherever they stand", () => {
  const card = { api_name: "lab/leaf", example_code: 'import "name": no', description: 'Says \\"ill\\" leaves.' };
  expect(headOf(JSON.stringify(card))).toBe(`lab/leaf\n${JSON.stringify(card.description).slice(1, -1)}`);
});

test("the head of other text is its beginning, and other records have no head", () => {
  expect(headOf(`# leaf\n\nFinds ill leaves.\n${"- more\n".repeat(200)}`)).toHaveLength(600);
  expect(headOf('{"name": "a"}', "artifact")).toBe("");
});

test("a tool is found by its description after its example code", () => {
  const cards = ["Restores old prints", "Finds sick leaves", "Counts bottles"].map((description, at) =>
    JSON.stringify({
      api_name: `lab/model-${at}`,
      example_code: `photos = load("garden photos")\n${"model.run(photos, sick=False)\n".repeat(at === 1 ? 0 : 20)}`,
      description,
    }),
  );
  expect(ranking(cards.map(tool), "Which plants have sick leaves?")[0]).toBe(1);
});
