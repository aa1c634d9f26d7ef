import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reasonOf } from "../../src/engine/scoring/record-scores.ts";
import { anyText } from "../property/texts.ts";
import { background, ranking, record, scored, task, whyOf } from "./request.ts";

describe("the best record", () => {
  test.each([
    ["holds the words of the task", "How is a violin tuned?", 2],
    ["contains them in another form", "meetings of committees", 4],
    ["is found by an id", "what is D1EW9B", 6],
    ["is found without spaces", "粮食产量是多少", 7],
  ])("%s", (_, prompt, expected) => {
    const records = [...background, record("Parcel D1EW9B is in Lyon."), record("今年的粮食产量下降了。")];
    expect(ranking(records, prompt)[0]).toBe(expected);
  });
});

describe("scores", () => {
  const request = fc.record({
    texts: fc.array(anyText, { minLength: 1, maxLength: 5 }),
    prompt: anyText,
    importance: fc.double(),
  });
  test("are finite and not negative for any texts, and their parts add up", () => {
    fc.assert(
      fc.property(request, ({ texts, prompt, importance }) => {
        const records = texts.map((text) => record(text, { importance, stepId: "s", kind: "tool_result" }));
        for (const each of scored(records, prompt)) {
          const { score, unitScores, firstUnit, units } = each;
          const own = unitScores.subarray(firstUnit, firstUnit + units.length);
          expect(Number.isFinite(score)).toBe(true);
          expect(score).toBeCloseTo(Math.max(0, ...own), 6);
          expect(Object.values(whyOf(each).parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 6);
          expect(Math.min(0, ...own)).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
  });
  test("do not depend on the order of the records", () => {
    const records = [...background, record("The island has one harbour and two ferries.")];
    const by = (order: readonly (typeof records)[number][]) =>
      new Map(scored(order, "ferries to the island").map(({ source, score }) => [source.text, score.toFixed(9)]));
    const turned = by([...records].reverse());
    for (const [text, score] of by(records)) expect(turned.get(text)).toBe(score);
  });
  test("are 0 for a task without words", () => {
    expect(scored(background, task("... ?!")).map(({ score }) => score)).toEqual(background.map(() => 0));
  });
});

test.each([
  [{ keyword: 3, entity: 2 }, "keyword_and_entity_match"],
  [{ keyword: 3, entity: 0.1 }, "keyword_overlap"],
  [{ keyword: 0.1, entity: 3 }, "entity_match"],
  [{ keyword: 1, title: 4 }, "title_match"],
  [{ keyword: 1, neighbour: 2 }, "neighbour_of_match"],
  [{ focus: 2, keyword: 1 }, "recent_step"],
  [{}, "no_match"],
])("the parts %j have the reason %s", (parts, expected) => {
  expect(reasonOf(parts)).toBe(expected);
});

test("related terms that came from the record itself are not its reason", () => {
  expect(reasonOf({ keyword: 2, related: 3 })).toBe("related_terms");
  expect(reasonOf({ keyword: 2, related: 3 }, { bridge: "", own: new Set(["related"]) })).toBe("keyword_overlap");
  const minutes = "Minutes of the meeting on recordings. Recordings are kept by the archive in Bergen for ninety days.";
  const [kept] = scored([record(minutes), ...background], "How long are recordings kept?");
  expect(whyOf(kept).reason).toBe("keyword_overlap");
});

test("the reason of a bridge names the record where it starts", () => {
  expect(reasonOf({ keyword: 1, bridge: 2 }, { bridge: "Laie", own: new Set() })).toBe("bridge:Laie");
});
