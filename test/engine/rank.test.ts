import { expect, test } from "vitest";
import { rankUnits } from "../../src/engine/rank.ts";
import { scoredRecord, settings } from "./scored-record.ts";

const short = "a few plain words\n";
const long = `${"many more words than in the other one ".repeat(8)}\n`;

function order(units: readonly (readonly [string, number])[], lengthExponent: number) {
  const record = scoredRecord({ units: units.map(([text, score]) => ({ text, score })) });
  return [...rankUnits([record], { ...settings, lengthExponent, sentenceExponent: lengthExponent }).order];
}

test("orders by score and then by arrival, and leaves out units that score 0", () => {
  expect(
    order(
      [
        [`${short}1`, 1],
        [`${short}2`, 3],
        [`${short}3`, 0],
        [`${short}4`, 3],
      ],
      0,
    ),
  ).toEqual([1, 3, 0]);
});

test("the exponent sets how much length lowers a unit's rank", () => {
  const units = [
    [long, 1.2],
    [short, 1],
  ] as const;
  expect(order(units, 0)).toEqual([0, 1]);
  expect(order(units, 0.2)).toEqual([1, 0]);
});

test("the cost of a fragment includes its marks", () => {
  expect(
    order(
      [
        ["7:\n", 1],
        [short, 1.3],
      ],
      1,
    ),
  ).toEqual([1, 0]);
});

test("a score of NaN never ranks first", () => {
  expect(
    order(
      [
        [`${short}1`, Number.NaN],
        [`${short}2`, 1],
      ],
      0.2,
    ),
  ).toEqual([1]);
});

test("the sentences of a passage have their own exponent; a record of one unit does not", () => {
  const ofTwo = scoredRecord({
    units: [
      { text: long, score: 1.2 },
      { text: short, score: 1 },
    ],
    type: "prose",
  });
  const ofOne = [long, short].map((text, at) =>
    scoredRecord({ units: [{ text, score: 1.2 - at / 5 }], type: "prose" }),
  );
  const own = { ...settings, lengthExponent: 0.2, sentenceExponent: 0 };
  expect([...rankUnits([ofTwo], own).order]).toEqual([0, 1]);
  expect([...rankUnits(ofOne, own).order]).toEqual([1, 0]);
});

test("turns have the exponent of passages, whether they are units or records", () => {
  const turns = [
    { text: long, score: 1.2 },
    { text: short, score: 1 },
  ];
  const own = { ...settings, lengthExponent: 0.2, sentenceExponent: 0 };
  const transcript = scoredRecord({ units: turns, type: "dialogue" });
  const records = turns.map((turn) => scoredRecord({ units: [turn], type: "dialogue" }));
  expect([...rankUnits([transcript], own).order]).toEqual([0, 1]);
  expect([...rankUnits(records, own).order]).toEqual([0, 1]);
});
