import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { BudgetMode, type ContextRequest, ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { compileJsonReader } from "../../src/protocols/json/reader.ts";
import { budgetGrid } from "../../src/report/sent-from.ts";
import { select } from "../../src/service/handlers.ts";
import { call, environment, request } from "../service/calls.ts";
import { generousTier } from "../tiers.ts";
import { reported } from "./reported.ts";

const incidentFile = new URL("../../docs/examples/incident.json", import.meta.url);
const read = compileJsonReader(ContextRequestSchema)(await readFile(incidentFile));
if ("failure" in read) throw new Error(read.failure.detail);

const anchored = "Ships lie at anchor in rows beside the pier. ".repeat(12);
const answer = "The ferry Albatross sails from the harbour to Utö at 04:10 every morning.";
const ferry = {
  task: { prompt: "When does the ferry Albatross sail to Utö?" },
  budget: { maxContextTokens: 30 },
  records: [
    { text: answer },
    { text: answer },
    { text: "Bread is baked of rye and keeps for a month." },
    { text: `The ferry office keeps lists. ${anchored} Albatross is a bird.` },
    { text: `The Albatross is late today. ${anchored}` },
    { text: `A ferry waits for its queue. ${anchored}` },
  ],
};
const filler = Array.from({ length: 120 }, (_, at) => ({
  text: `Report ${at}: the office counted ${at} ${at % 3 === 0 ? "sacks" : "boxes"} on a quiet day, and kept a list.`,
}));

const requests: Readonly<Record<string, ContextRequest>> = {
  "an incident": read.message,
  "a small pool": request(ferry),
  "a ladder": request({
    ...ferry,
    budget: {
      maxContextTokens: 60,
      mode: BudgetMode.ADAPTIVE,
      adaptive: { initialTokens: 25, escalationTokens: [60], allowFullContextFallback: false },
    },
  }),
  "many records": request({
    task: { prompt: "How many sacks did the office count on a quiet day?" },
    budget: { maxContextTokens: 200 },
    records: filler,
  }),
};

/** Whether the service sends the record under a fixed budget: in part, whole, or with everything. */
async function isSent(asked: ContextRequest, position: number, maxContextTokens: number): Promise<boolean> {
  const budget = { maxContextTokens, maxRecords: asked.budget?.maxRecords ?? undefined };
  const fixed = request({ task: asked.task, records: asked.records, renderFormat: asked.renderFormat, budget });
  const answered = await select(fixed, call(generousTier), environment);
  if ("failure" in answered) throw new Error(answered.failure.detail);
  return answered.message.fallbackUsed || answered.message.selected.some((one) => one.position === position);
}

describe("the budget that would include a dropped record", () => {
  test.each(Object.entries(requests))(
    "is true of %s: the service sends it there, and not a step below",
    async (_name, asked) => {
      const { insight, response } = await reported(asked);
      const found = [...(insight?.sentFrom ?? [])].slice(0, 12);
      expect(found.length).toBeGreaterThan(0);
      const tokens = response.tokensBefore;
      const grid = budgetGrid(response.budgetTokens, tokens);
      for (const [position, budget] of found) {
        const below = grid[grid.indexOf(budget) - 1] ?? Number.NaN;
        expect([position, await isSent(asked, position, budget)]).toEqual([position, true]);
        expect([position, await isSent(asked, position, below)]).toEqual([position, false]);
      }
    },
  );

  test("is named only for dropped records, and only if some budget includes them", async () => {
    const { insight, response } = await reported(request(ferry));
    const sent = response.selected.map(({ position }) => position);
    expect(sent.filter((position) => insight?.sentFrom.has(position))).toEqual([]);
    // The same text as the first, and no word of the task.
    expect([1, 2].map((position) => insight?.sentFrom.get(position))).toEqual([undefined, undefined]);
    expect([3, 4].every((position) => insight?.sentFrom.has(position))).toBe(true);
    const capped = await reported(request({ ...ferry, budget: { maxContextTokens: 60, maxRecords: 1 } }));
    expect([capped.response.fallbackUsed, capped.insight?.sentFrom.size]).toEqual([false, 0]);
  });

  test("is in the record's line and in its sentence", async () => {
    const { insight, page } = await reported(read.message);
    const tokens = String(insight?.sentFrom.get(5)).replace(/(\d)(\d{3})$/, "$1,$2");
    expect(page).toContain(`no room; needs a budget of ${tokens} tokens`);
    expect(page).toContain(`used up the budget. It needs a budget of ${tokens} tokens.`);
  });

  test("is searched on a grid that is coarser for a large request", () => {
    expect(budgetGrid(900, 3_928)).toHaveLength(65);
    expect(budgetGrid(900, 3_928).at(-1)).toBe(2 * 3_928);
    expect(budgetGrid(1_000, 300_000)).toHaveLength(11);
    expect(budgetGrid(1_000, 1_400_000)).toHaveLength(5);
    expect(budgetGrid(9_000, 3_928)).toEqual([9_000]);
  });
});
