// The block, record and passage of every unit follow from its record alone. In a table or a log, a word is as rare as
// the rows that contain it, not as the blocks.
import { expect, test } from "vitest";
import { unitPlaces } from "../../../src/engine/index/groupings.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { background, point, record, scored } from "../request.ts";

const PROMPT = "which film has the part of igiyook";
const HEADER = ["| Year | Title | Part | Notes |", "|---|---|---|---|"];
const ROWS = Array.from({ length: 78 }, (_, at) => `| ${1940 + at} | Story ${at} | Anna ${at} | |`)
  .with(0, "| 1940 | Story 0 | Mona | Film debut |")
  .with(40, "| 1980 | Story 40 | Igiyook | |");
const EVENTS = Array.from({ length: 60 }, (_, at) => `2024-03-01 10:00:${10 + (at % 50)} INFO part of film ${at} sent`)
  .with(41, "2024-03-01 10:00:41 INFO igiyook arrived")
  .join("\n");
const PROSE = "The film was shown in two parts. ".repeat(40) + "Igiyook was there. ".repeat(2);

/** The score of the best unit with the rare name, relative to the best unit without it. */
function lead(text: string, rowRarity: number): number {
  const levels = { ...point.score.levels, rowRarity };
  const [only] = scored([record(text, { kind: "tool_result" })], PROMPT, {
    ...point,
    score: { ...point.score, levels },
  });
  const best = { named: 0, other: 0 };
  for (const [at, { start, end }] of (only?.units ?? []).entries()) {
    const kind = /igiyook/i.test(text.slice(start, end)) ? "named" : "other";
    best[kind] = Math.max(best[kind], only?.unitScores[at] ?? 0);
  }
  return best.named / best.other;
}

test.each([
  ["table", [...HEADER, ...ROWS].join("\n")],
  ["log", EVENTS],
])("the only row of a %s with a name gains on the others", (_, text) => {
  expect(lead(text, 1)).toBeGreaterThan(1.02 * lead(text, 0));
});

test("running text is scored as without row rarity", () => {
  expect(lead(PROSE, 1)).toBe(lead(PROSE, 0));
});

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

test("an empty list of records gives no groups", () => {
  expect(unitPlaces([])).toMatchObject({ blocks: 0, passages: 0 });
});
