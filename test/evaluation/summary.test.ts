import { describe, expect, test } from "vitest";
import { evidenceKept, shareInText } from "../../src/evaluation/evidence.ts";
import { evaluationPage } from "../../src/evaluation/page.ts";
import { rowOf, summary } from "../../src/evaluation/summary.ts";
import { hostileTexts, reported } from "../report/reported.ts";
import { faultAt, request } from "../service/calls.ts";

const cut = await reported(request());
const stoodDown = request({ task: { prompt: "Where does the zeppelin moor?" } });
const nothing = { evidence: [], answers: [], recordIds: [] };
const first = cut.response.selected[0];
const sentIds = new Set(cut.response.selected.map(({ recordId }) => recordId));
const dropped = request().records.find(({ id }) => id !== undefined && !sentIds.has(id));
const unmeasured = { curves: [], money: [] };

describe("evidence", () => {
  test.each([
    [
      "a passage that is sent with other white space",
      { evidence: [` ${first?.excerpt.split(" ").join("\n ")}`] },
      1,
      1,
    ],
    ["a passage that is not", { evidence: ["no such passage", first?.excerpt ?? ""] }, 1, 2],
    ["answers if there is no passage", { answers: ["items", "zeppelin"] }, 1, 2],
    ["records if there is neither", { recordIds: [first?.recordId ?? "", dropped?.id ?? ""] }, 1, 2],
  ])("counts %s", (_name, gold, kept, of) => {
    const found = evidenceKept({ ...nothing, ...gold }, request(), cut.response);
    expect([found.kept, found.of, found.missed.length]).toEqual([kept, of, of - kept]);
  });

  test("is complete on a stand-down", async () => {
    const { response } = await reported(stoodDown);
    const gold = { ...nothing, recordIds: stoodDown.records.map(({ id }) => id ?? "") };
    expect(evidenceKept(gold, stoodDown, response).kept).toBe(stoodDown.records.length);
  });

  test("of a text is the share of its passages; a label of records alone has none", () => {
    expect(shareInText({ ...nothing, answers: ["crane", "ship", "tide", "bell"] }, "a crane  at high tide")).toBe(0.5);
    expect(shareInText({ ...nothing, recordIds: ["r1"] }, "a crane")).toBeNull();
  });
});

describe("an evaluation", () => {
  test("sums what each request sent, and why some stood down", async () => {
    const gold = { ...nothing, answers: ["zeppelin"] };
    const down = await reported(stoodDown);
    const broken = await reported(request(), faultAt("pack"));
    const rows = [
      rowOf({ name: "a", group: "one", gold }, request(), cut.response, cut.insight),
      rowOf({ name: "b", group: "one", gold: null }, stoodDown, down.response, down.insight),
      rowOf({ name: "c", group: "two", gold: null }, request(), broken.response, broken.insight),
    ];
    const { total, groups, reasons } = summary(rows, [], unmeasured);
    const before = cut.response.tokensBefore;
    const rendered = Number(cut.response.formatMetrics?.rendered_tokens);
    expect(total).toMatchObject({ requests: 3, selected: 1, stoodDown: 1, failed: 1, labelled: 1, evidence: 0 });
    expect(total.tokensSent).toBe(rendered + down.response.tokensBefore + before);
    expect(groups.map(({ group, requests }) => [group, requests])).toEqual([
      ["one", 2],
      ["two", 1],
    ]);
    expect(reasons).toEqual([
      ["standdown:high_drift", 1],
      ["RangeError", 1],
    ]);
  });

  test("shows hostile names as text", async () => {
    const name = hostileTexts.join("");
    const row = rowOf({ name, group: name, gold: null }, request(), cut.response, cut.insight);
    const pointing = { ...row, pointers: [{ term: name, records: [1] }], evidence: { kept: 0, of: 1, missed: [name] } };
    const preset = { model: name, date: name, source: name, input: 1, cacheWrite: 1, cacheRead: 1, cacheMinTokens: 0 };
    const money = [{ prices: name, preset, untrimmed: 2, sent: 1 }];
    const page = evaluationPage(
      summary([pointing], [{ place: name, problem: name }], { curves: [], money }),
      () => null,
    );
    expect(page).not.toMatch(/<script|<img|\u202e/);
    expect(page.match(/<tr>/g)?.length).toBe(page.match(/<\/tr>/g)?.length);
  });
});
