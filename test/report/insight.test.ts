import { describe, expect, test } from "vitest";
import { BudgetMode } from "../../gen/winnow/v1/context_pb.ts";
import { measureAll, plainStage, prepare, selectWithin } from "../../src/engine/select.ts";
import { balanced1 } from "../../src/points/balanced-1.ts";
import { dropReasonsOf } from "../../src/report/insight.ts";
import { budgetOf, sourceRecord, taskOf } from "../../src/service/request.ts";
import { request } from "../service/calls.ts";
import { reported } from "./reported.ts";

const filler = "The harbour office keeps a list of the ships that lie at anchor, and of those that left in the night. ";

/** Two records that answer, one that does not fit into a small budget, and words that no record contains. */
const harbour = request({
  task: { prompt: "When did the Albatross leave the harbour, and what did Kestrel load?", keywords: ["zeppelin"] },
  budget: { maxContextTokens: 90 },
  records: [
    { id: "log", text: "The Albatross left the harbour at 04:10 with the tide." },
    { id: "office", text: filler.repeat(40) },
    { id: "cargo", text: `${filler.repeat(30)}Kestrel was there. ${filler.repeat(30)}` },
  ],
});

describe("insight", () => {
  test("says what the task asked for and where that is", async () => {
    const { insight } = await reported(harbour);
    const taskTerms = new Map(insight?.taskTerms.map((term) => [term.text, term]));
    expect(taskTerms.get("Albatross")).toMatchObject({ status: "covered", sentIn: [0], droppedIn: [] });
    expect(taskTerms.get("zeppelin")).toMatchObject({ status: "absent", kind: "keyword", sentIn: [], droppedIn: [] });
    expect(
      insight?.taskTerms.filter(({ status, droppedIn }) => status === "missing" && droppedIn.length === 0),
    ).toEqual([]);
    expect(insight?.taskTerms.filter(({ status, sentIn }) => status === "covered" && sentIn.length === 0)).toEqual([]);
  });

  test("scores the dropped records too", async () => {
    const { insight } = await reported(harbour);
    expect([...(insight?.records.keys() ?? [])]).toEqual([0, 1, 2]);
  });

  test("gives the answer's own verdict and rungs for an adaptive call", async () => {
    const { response, insight } = await reported(
      request({
        budget: {
          maxContextTokens: 300,
          mode: BudgetMode.ADAPTIVE,
          adaptive: { initialTokens: 30, escalationTokens: [120, 300], allowFullContextFallback: false },
        },
      }),
    );
    expect(insight?.rungs.map(({ tokens }) => tokens)).toEqual(response.attemptedBudgetTokens);
    expect(insight?.rungs.every(({ tokens, renderedTokens }) => renderedTokens <= tokens)).toBe(true);
    expect(insight?.coverage.score).toBe(response.safety?.coverageScore);
    expect(insight?.coverage.sufficient).toBe(response.safety?.selectionSafe);
  });

  test("is empty without usable records", async () => {
    const { insight } = await reported(request({ records: [{ text: " \n" }] }));
    expect(insight).toBeNull();
  });
});

const answer = "The ferry Albatross sails from the harbour to Utö at 04:10 every morning.";
const anchored = "Ships lie at anchor in rows beside the pier. ".repeat(12);
const long = `The ferry office in the harbour keeps lists. ${anchored}`;

const sheep = "The Albatross of the northern line carried two hundred sheep in the spring of that year.";

const ferry = {
  task: { prompt: "When does the ferry Albatross sail to Utö?" },
  budget: { maxContextTokens: 70 },
  records: [
    { id: "old", text: answer },
    { id: "bread", text: "Bread is baked of rye and keeps for a month." },
    { id: "blank", text: " " },
    { id: "new", text: answer },
    { id: "office", text: `${long} Albatross is a bird. ${long}` },
    { id: "queue", text: `${long} The Albatross is late today. ${long}` },
    { id: "copied", text: `${sheep}\n\nSeals are counted on Mondays.\n\n${anchored}` },
    { id: "copy", text: `${anchored}\n\nBells are rung on Sundays.\n\n${sheep}` },
    { id: "weak", text: `${long} A ferry waits for its queue. ${long}` },
  ],
};

test("gives a reason for every record that is left out", async () => {
  const { insight, response, page } = await reported(request(ferry));
  expect(response.selected.map(({ recordId }) => recordId)).toContain("old");
  expect(Object.fromEntries(insight?.dropReasons ?? [])).toMatchObject({
    3: { because: "repeated", by: 0 },
    1: { because: "no_match" },
  });
  const sent = new Set(response.selected.map(({ position }) => position));
  const told = new Set([...sent, ...(insight?.dropReasons.keys() ?? [])]);
  expect([...told].sort()).toEqual([0, 1, 3, 4, 5, 6, 7, 8]);
  expect(page).toContain('the same text is sent as <a href="#record-0">record 0</a>');
});

test("says that there was no room, and the rank of the record's best piece", async () => {
  const { insight, page } = await reported(request({ ...ferry, budget: { maxContextTokens: 25 } }));
  const dropReason = insight?.dropReasons.get(5);
  expect(dropReason).toMatchObject({ because: "no_room", place: expect.any(Number), tokens: expect.any(Number) });
  expect(page).toMatch(/its best piece \(\d+ tokens?\) ranks \d+ of \d+, and the pieces before it used up/);
});

test("distinguishes a weak match from a match in another record", async () => {
  const asked = request({ ...ferry, budget: { maxContextTokens: 25 } });
  // A floor that some matches of this small test are below.
  const point = { ...balanced1, pack: { ...balanced1.pack, rankShareMin: 0.1 } };
  const measured = await measureAll(asked.records.map(sourceRecord), plainStage);
  const prepared = await prepare(measured, taskOf(asked), point, plainStage);
  const selection = await selectWithin(prepared, budgetOf(asked), point, plainStage);
  const dropReasons = dropReasonsOf(prepared, selection, null);
  expect([6, 7, 8].map((position) => dropReasons.get(position)?.because)).toEqual(["copied", "no_room", "weak"]);
});

test("names the limit on records if that ended the selection", async () => {
  const { insight } = await reported(request({ ...ferry, budget: { maxContextTokens: 400, maxRecords: 1 } }));
  expect(insight?.dropReasons.get(4)).toEqual({ because: "record_cap", max: 1 });
});

test("is empty for a stand-down", async () => {
  const { insight, response } = await reported(request({ ...ferry, task: { prompt: "Zeppelin?" } }));
  expect([response.fallbackUsed, insight?.dropReasons.size]).toEqual([true, 0]);
});
