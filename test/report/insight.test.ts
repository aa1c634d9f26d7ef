import { describe, expect, test } from "vitest";
import { BudgetMode } from "../../gen/winnow/v1/context_pb.ts";
import { request } from "../service/calls.ts";
import { reported } from "./reported.ts";

const filler = "The harbour office keeps a list of the ships that lie at anchor, and of those that left in the night. ";

/** Two records that answer, one that a small budget has no room for, and words that nothing holds. */
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
  test("says what the task asked for and where it stands", async () => {
    const { insight } = await reported(harbour);
    const demands = new Map(insight?.demands.map((demand) => [demand.text, demand]));
    expect(demands.get("Albatross")).toMatchObject({ met: "covered", sentIn: [0], droppedIn: [] });
    expect(demands.get("zeppelin")).toMatchObject({ met: "absent", kind: "keyword", sentIn: [], droppedIn: [] });
    expect(insight?.demands.filter(({ met, droppedIn }) => met === "missing" && droppedIn.length === 0)).toEqual([]);
    expect(insight?.demands.filter(({ met, sentIn }) => met === "covered" && sentIn.length === 0)).toEqual([]);
  });

  test("scores the records that were dropped, too", async () => {
    const { insight } = await reported(harbour);
    expect([...(insight?.records.keys() ?? [])]).toEqual([0, 1, 2]);
  });

  test("gives the answer's own verdict and rungs on an adaptive call", async () => {
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

  test("has nothing to say without usable records", async () => {
    const { insight } = await reported(request({ records: [{ text: " \n" }] }));
    expect(insight).toBeNull();
  });
});
