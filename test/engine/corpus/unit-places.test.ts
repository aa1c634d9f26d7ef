// Every unit's numbers against those that follow from its record alone: a record's parts are numbered behind all of the
// records before it.
import { expect, test } from "vitest";
import { unitPlaces } from "../../../src/engine/corpus/unit-places.ts";
import { measure } from "../../../src/engine/measure.ts";
import { segment } from "../../../src/engine/segment.ts";
import { background, record } from "../request.ts";

const listed = JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ at, note: `Note ${at} of the harbour.` })));
const records = segment(measure([...background, record(listed), record("One line.")]));

test("blocks, records and passages are numbered through all records", () => {
  const { blockOf, recordOf, passageOf, blocks, passages, blocksIn } = unitPlaces(records);
  const naive = records.flatMap(({ units }, at) => units.map(({ block, passage }) => ({ at, block, passage })));
  const numbers = (keys: readonly string[]) => keys.map((key) => [...new Set(keys)].indexOf(key));
  expect([...recordOf]).toEqual(naive.map(({ at }) => at));
  expect([...blockOf]).toEqual(numbers(naive.map(({ at, block }) => `${at} ${block}`)));
  expect([...passageOf]).toEqual(numbers(naive.map(({ at, passage }) => `${at} ${passage}`)));
  expect(blocks).toBe(new Set(blockOf).size);
  expect(passages).toBe(new Set(passageOf).size);
  expect([...blocksIn]).toEqual(records.map(({ units }) => new Set(units.map(({ block }) => block)).size));
});

test("no records have no places", () => {
  expect(unitPlaces([])).toMatchObject({ blocks: 0, passages: 0 });
});
