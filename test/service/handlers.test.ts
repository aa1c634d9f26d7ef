import { fromJson, toJson } from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { BudgetMode, ContextRecordSchema, RecordKind } from "../../gen/winnow/v1/context_pb.ts";
import type { StageName } from "../../src/engine/model.ts";
import { select } from "../../src/service/handlers.ts";
import { meterUnmeasured } from "../../src/service/meter.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { generousTier } from "../tiers.ts";
import { call, environment, faultAt, records, request } from "./calls.ts";

const tokensBefore = records.reduce((sum, record) => sum + countTokens(record.text), 0);
const wholeContext = {
  fallbackUsed: true,
  tokensBefore,
  tokensAfter: tokensBefore,
  tokensSaved: 0,
  reductionRatio: 0,
  recordsAvailable: records.length,
  recordsSelected: records.length,
  selected: [],
};

async function answered(asked = request(), by = call()) {
  const answer = await select(asked, by, environment);
  if ("failure" in answer) throw new Error(`refused: ${answer.failure.detail}`);
  return answer.message;
}

async function refused(asked = request(), by = call()) {
  const answer = await select(asked, by, environment);
  if ("message" in answer) throw new Error("answered");
  return answer.failure;
}

describe("a selection", () => {
  test("keeps the needle within the budget and reports it", async () => {
    const by = call();
    const answer = await answered(request(), by);
    expect(answer.renderedContext).toContain("They counted 270 items");
    expect(countTokens(answer.renderedContext)).toBeLessThanOrEqual(250);
    expect(answer).toMatchObject({
      fallbackUsed: false,
      gate: { engaged: true },
      requestId: "test-1",
      budgetTokens: 250,
    });
    expect(answer.selected[0]).toMatchObject({ recordId: "r7", position: 7, kind: RecordKind.EXTERNAL_DATA });
    expect(answer.tokensAfter).toBe(answer.selected.reduce((sum, record) => sum + record.selectedTokens, 0));
    expect(answer.tokensSaved).toBe(tokensBefore - answer.tokensAfter);
    expect(answer.formatMetrics).toEqual({ rendered_tokens: countTokens(answer.renderedContext) });
    expect(answer.safety).toBeUndefined();
    expect(by.reported()).toMatchObject({ outcome: "select", requestId: "test-1", tokensBefore, recordsAvailable: 20 });
    expect(by.reported().meteredTokens).toBe(meterUnmeasured(request()).metered);
  });

  test("without per-record detail differs in that alone", async () => {
    const full = await answered();
    const brief = await answered(request({ returnPerRecord: false }));
    expect(brief.selected).toEqual([]);
    expect({ ...brief, selected: full.selected, engineLatencyMs: 0 }).toEqual({ ...full, engineLatencyMs: 0 });
  });

  test("gives records without an id new ids", async () => {
    const anonymous = request({ records: records.map(({ text }) => ({ text })) });
    const first = await answered(anonymous);
    const second = await answered(anonymous);
    expect(first.selected[0]?.recordId).toMatch(/^generated-/);
    expect(second.selected[0]?.recordId).not.toBe(first.selected[0]?.recordId);
  });

  test("echoes an id that is the empty string", async () => {
    const answer = await answered(request({ records: records.map(({ text }) => ({ text, id: "" })) }));
    expect(answer.selected[0]?.recordId).toBe("");
  });
});

describe("a stand-down", () => {
  test.each([
    ["a budget of zero", request({ budget: { maxContextTokens: 0 } }), "standdown:nothing_fits"],
    ["no record allowed", request({ budget: { maxContextTokens: 250, maxRecords: 0 } }), "standdown:nothing_fits"],
    [
      "a task about something else",
      request({ task: { prompt: "Translate the sonnet about volcanoes into Portuguese" } }),
      "standdown:high_drift",
    ],
  ])("for %s", async (_name, asked, reason) => {
    const answer = await answered(asked);
    expect(answer).toMatchObject({
      ...wholeContext,
      gate: { engaged: false, reason },
      formatMetrics: { engine_fallback_reason: reason },
    });
    for (const record of records) expect(answer.renderedContext).toContain(record.text);
  });

  test.each([
    ["no records", []],
    ["blank records alone", [{ text: "" }, { text: " \n" }]],
  ])("for %s runs no gate", async (_name, blank) => {
    const answer = await answered(request({ records: blank }));
    expect(answer).toMatchObject({ fallbackUsed: true, recordsAvailable: 0, recordsSelected: 0, selected: [] });
    expect(answer.gate).toBeUndefined();
  });
});

describe("an adaptive call", () => {
  const ladder = { initialTokens: 120, escalationTokens: [200, 400], allowFullContextFallback: true };
  const adaptive = (changes: object = {}) =>
    request({ budget: { maxContextTokens: 300, mode: BudgetMode.ADAPTIVE, adaptive: { ...ladder, ...changes } } });

  test("stops at the first rung that covers the task", async () => {
    const answer = await answered(adaptive());
    expect(answer).toMatchObject({ fallbackUsed: false, attemptedBudgetTokens: [120], budgetTokens: 120 });
    expect(answer.safety).toMatchObject({ selectionSafe: true, fallbackRequired: false });
  });

  test("without a ladder runs as a fixed one", async () => {
    const answer = await answered(request({ budget: { maxContextTokens: 250, mode: BudgetMode.ADAPTIVE } }));
    expect(answer).toMatchObject({ fallbackUsed: false, attemptedBudgetTokens: [] });
    expect(answer.safety).toBeUndefined();
  });

  const topics = "harbour, orchard, library, furnace, meadow, quarry, lantern, archive, granary and viaduct";
  const wide = { prompt: `Compare ${topics} reports 0 to 19` };
  const hopeless = (mayFallBack: boolean) =>
    request({
      task: wide,
      budget: {
        maxContextTokens: 130,
        mode: BudgetMode.ADAPTIVE,
        requireEvidenceCoverage: true,
        adaptive: { initialTokens: 90, escalationTokens: [500], allowFullContextFallback: mayFallBack },
      },
    });

  test("that no rung can satisfy returns everything if that is allowed", async () => {
    const answer = await answered(hopeless(true));
    expect(answer).toMatchObject({ ...wholeContext, attemptedBudgetTokens: [90, 130] });
    expect(answer.safety).toMatchObject({ selectionSafe: false, fallbackRequired: true });
    expect(answer.gate).toMatchObject({ engaged: false, reason: "standdown:insufficient_coverage" });
  });

  test("whose rungs select nothing returns everything and reports that the ladder failed", async () => {
    const answer = await answered(adaptive({ initialTokens: 1, escalationTokens: [2] }));
    expect(answer).toMatchObject({ ...wholeContext, attemptedBudgetTokens: [1, 2] });
    expect(answer.safety).toMatchObject({ selectionSafe: false, fallbackRequired: true });
    expect(answer.gate).toMatchObject({ engaged: false, reason: "standdown:nothing_fits" });
  });

  test("that no rung can satisfy returns its best selection otherwise", async () => {
    const answer = await answered(hopeless(false));
    expect(answer).toMatchObject({ fallbackUsed: false, attemptedBudgetTokens: [90, 130] });
    expect(answer.safety).toMatchObject({ selectionSafe: false, fallbackRequired: false });
    expect(answer.selected.length).toBeGreaterThan(0);
  });

  test("names evidence terms of a script without spaces, even after the words were released", async () => {
    const { safety } = await answered(request({ budget: adaptive().budget, task: { prompt: "邮件 harbour" } }));
    const named = Object.entries(safety?.evidenceTerms ?? {}).map(([how, list]) => [
      how,
      toJson(ListValueSchema, list),
    ]);
    expect(Object.fromEntries(named)).toEqual({ covered: ["harbour"], missing: [], absent: ["邮件"] });
  });
});

describe("a refusal", () => {
  const tiny = { ...generousTier, maxRecords: 3, maxInputTokens: 50 };

  test("for too many records comes before one for too many tokens", async () => {
    expect(await refused(request(), call(tiny))).toMatchObject({ error: "request_too_large", limitName: "records" });
  });

  test("for too many tokens comes before one for an unknown operating point", async () => {
    const asked = request({ records: records.slice(0, 3), budget: { maxContextTokens: 9, operatingPoint: "no-such" } });
    expect(await refused(asked, call(tiny))).toMatchObject({ limitName: "input_tokens", limit: 50 });
  });

  test.each([
    ["an unknown operating point", request({ budget: { maxContextTokens: 9, operatingPoint: "no-such" } }), "whole-1"],
    ["an empty operating point", request({ budget: { maxContextTokens: 9, operatingPoint: "" } }), "balanced-1"],
    [
      "a kind outside the enum",
      request({ records: [{ text: "a" }, fromJson(ContextRecordSchema, { text: "b", kind: 99 })] }),
      "tool_result",
    ],
  ])("for %s is an engine error that lists the valid values", async (_name, asked, one) => {
    expect(await refused(asked)).toMatchObject({ error: "engine_error", detail: expect.stringContaining(one) });
  });
});

describe("a fault in the engine", () => {
  const stages: StageName[] = ["measure", "segment", "analyse", "score", "gate", "pack", "excerpt", "render"];

  test.each(stages)("in %s gives the whole context and the fault's class", async (name) => {
    const by = call(generousTier, faultAt(name));
    const answer = await answered(request(), by);
    expect(answer).toMatchObject({ ...wholeContext, selectionError: "RangeError" });
    for (const record of records) expect(answer.renderedContext).toContain(record.text);
    expect(by.reported()).toMatchObject({ outcome: "selection_error", selectionError: "RangeError" });
    expect(by.reported().selectionErrorAt).toContain("calls.ts");
  });

  test("is reported for a request that computes longer than its tier allows", async () => {
    const by = call({ ...generousTier, maxComputeMs: 1 });
    const many = Array.from({ length: 50 }, () => records).flat();
    const answer = await answered(request({ records: many }), by);
    const tokens = 50 * tokensBefore;
    expect(answer).toMatchObject({
      ...wholeContext,
      ...{ selectionError: "ComputeLimitExceeded", recordsAvailable: many.length, recordsSelected: many.length },
      ...{ tokensBefore: tokens, tokensAfter: tokens },
    });
    expect(by.reported()).toMatchObject({ outcome: "selection_error", selectionError: "ComputeLimitExceeded" });
    expect(by.reported().meteredTokens).toBe(meterUnmeasured(request({ records: many })).metered);
  });

  test("in a cancelled call produces no answer", async () => {
    const gone = AbortSignal.abort(new Error("client gone"));
    const stage = async () => gone.throwIfAborted() as never;
    await expect(select(request(), call(generousTier, stage, gone), environment)).rejects.toThrow("client gone");
  });
});
