// Labels that are read together have the terms that each has alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLabelReader } from "../../../src/engine/corpus/label-reader.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { createVocabulary } from "../../../src/text/vocabulary.ts";

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
const label = fc.oneof(
  { weight: 20, arbitrary: fc.array(part, { maxLength: 6 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }).map((times) => "ice_floe 港 ".repeat(times)) },
);
const labels = fc.array(fc.record({ label, weight: fc.constantFrom(0, 1, 3) }), { maxLength: 5 });

test("whatever they are, and however many", () => {
  fc.assert(
    fc.property(fc.array(labels, { maxLength: 5 }), fc.constantFrom(1, 300), (few, times) => {
      const records = Array.from({ length: times }, () => few).flat();
      const [alone, together] = [createVocabulary(), createVocabulary()];
      const weights: number[] = [];
      const ends: number[] = records.map((all) => {
        for (const { label, weight } of all) {
          if (weight === 0) continue;
          const read = alone.read(label, 0, label.length);
          while (weights.length < read) weights.push(weight);
        }
        return weights.length;
      });
      const reader = createLabelReader(records.length, together, unchecked);
      for (const all of records) {
        for (const { label, weight } of all) reader.add(label, weight);
        reader.endRecord();
      }
      const read = reader.finish();
      expect(read).toEqual({ from: Int32Array.of(0, ...ends), terms: alone.take(), weights });
    }),
    { numRuns: 60 },
  );
});

test("a call can be ended before each lot of them", () => {
  const stop = new Error("stop");
  const reader = createLabelReader(1, createVocabulary(), () => {
    throw stop;
  });
  const many = () => {
    for (let at = 0; at < 1_000; at += 1) reader.add("north", 1);
  };
  expect(many).toThrow(stop);
});
