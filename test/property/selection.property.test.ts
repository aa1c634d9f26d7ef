// The laws of selections, on generated records with arbitrary scores, so that they hold for any scoring.
import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, test } from "vitest";
import { fit as fitToBudget } from "../../src/engine/fit.ts";
import type { Budget, ScoredRecord, Selection } from "../../src/engine/model.ts";
import { type PackSettings, rankUnits } from "../../src/engine/rank.ts";
import { segmentText } from "../../src/engine/segment.ts";
import { plainStage } from "../../src/engine/select.ts";
import { scanTokens } from "../../src/text/tokens.ts";
import { broken } from "./read-back.ts";
import { anyText } from "./texts.ts";

const independent = new Tiktoken(o200k);
const countIndependently = (text: string) => independent.encode(text.toWellFormed(), [], []).length;

const sketch = fc.record({
  text: anyText,
  kind: fc.constantFrom("external_data", "tool_call", "tool_result", "user_input"),
  title: fc.option(fc.string({ unit: "binary", maxLength: 40 })),
  stepId: fc.option(fc.constantFrom("s1", "s2")),
  scores: fc.array(fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 50, noNaN: true })), {
    minLength: 1,
  }),
});

const records = fc.array(sketch, { minLength: 1, maxLength: 6 }).map((sketches) =>
  sketches
    .map(({ text, kind, title, stepId, scores }, position): ScoredRecord => {
      const segments = segmentText(text, kind);
      const unitScores = Float64Array.from(segments.units, (_, unit) => scores[unit % scores.length] ?? 0);
      const source = { text, kind, title, source: null, stepId, importance: 0, keywords: [], tags: [], attributes: {} };
      const score = Math.max(0, ...unitScores);
      return {
        position,
        source,
        title,
        scan: scanTokens(text),
        ...segments,
        kind,
        score,
        index: position,
        why: () => ({ parts: {}, reason: "", matchedTerms: [] }),
        unitScores,
        firstUnit: 0,
        name: "",
        run: 0,
      };
    })
    .filter(({ source }) => source.text.trim() !== ""),
);

const settings: fc.Arbitrary<PackSettings> = fc.record({
  lengthExponent: fc.constantFrom(0, 0.2, 1),
  sentenceExponent: fc.constantFrom(0, 0.2, 1),
  wholeTokensMax: fc.constantFrom(0, 150, 2000),
  wholeSchemaTokensMax: fc.constantFrom(0, 250),
  wholeShareMax: fc.constantFrom(0.35, 1),
  rankShareMin: fc.constantFrom(0, 0.1),
  headerTokensMax: fc.constantFrom(0, 40),
  bestHeaderTokensMax: fc.constantFrom(0, 100),
  callTokensMax: fc.constantFrom(0, 40),
});

const budget: fc.Arbitrary<Budget> = fc.record({
  maxContextTokens: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1500 })),
  maxRecords: fc.option(fc.nat({ max: 4 })),
  renderFormat: fc.constantFrom("plain", "hybrid"),
});

async function always(law: (selection: Selection, limits: Budget, of: readonly ScoredRecord[]) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(records, budget, settings, async (all, limits, how) => {
      law(await fitToBudget(rankUnits(all, how), limits, how, plainStage), limits, all);
    }),
    { numRuns: 150 },
  );
}

describe("a selection", () => {
  test("never costs more than the budget, by an independent count", async () => {
    await always(({ rendered, excerpts }, { maxContextTokens, maxRecords }) => {
      expect(countIndependently(rendered())).toBeLessThanOrEqual(maxContextTokens);
      expect(excerpts.length).toBeLessThanOrEqual(maxRecords ?? Number.POSITIVE_INFINITY);
    });
  });

  test("adds up: tokens are exact, sums stay within the budget, no excerpt exceeds its record", async () => {
    await always(({ rendered, renderedTokens, excerpts }, { maxContextTokens }) => {
      expect(renderedTokens).toBe(countIndependently(rendered()));
      for (const { record, text, tokens, omittedTokens } of excerpts) {
        expect(tokens).toBe(countIndependently(text));
        expect(tokens).toBeLessThanOrEqual(record.scan.total);
        expect(omittedTokens).toBeGreaterThanOrEqual(0);
        expect(omittedTokens).toBeLessThanOrEqual(record.scan.total);
      }
      expect(excerpts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(maxContextTokens);
    });
  });

  test("consists of the records' own text between correct marks", async () => {
    await always(({ excerpts }) => {
      expect(excerpts.filter(({ format }) => format === "plain").flatMap((one) => broken(one))).toEqual([]);
    });
  });

  test("is in selection order, and in arrival order when rendered", async () => {
    await always(({ rendered, excerpts, bestFirst }) => {
      const inOrder = [...excerpts].sort(
        (a, b) => b.record.score - a.record.score || a.record.position - b.record.position,
      );
      expect(bestFirst()).toEqual(inOrder);
      expect(excerpts).toEqual([...excerpts].sort((a, b) => a.record.position - b.record.position));
      let at = 0;
      for (const { text } of excerpts) {
        at = rendered().indexOf(text, at) + text.length;
        expect(at).toBeGreaterThanOrEqual(text.length);
      }
    });
  });

  test("has a score above 0, except for calls of results and turns of a conversation", async () => {
    await always(({ excerpts }) => {
      for (const { record } of excerpts) {
        const { kind } = record.source;
        const goesAlong =
          kind === "tool_call" || kind === "user_input" || kind === "llm_response" || record.type.hasTurns;
        expect(record.score > 0 || goesAlong).toBe(true);
      }
    });
  });
});

/** A selection without its functions, which are never equal. */
function comparable({ excerpts, rendered, renderedTokens }: Selection) {
  const records = excerpts.map(({ record, ...excerpt }) => {
    const { why, ...values } = record;
    return { ...excerpt, record: values, why: why(record) };
  });
  return { excerpts: records, rendered: rendered(), renderedTokens };
}

test("the same input gives the same selection, and only arrival order breaks ties", async () => {
  await fc.assert(
    fc.asyncProperty(records, budget, settings, async (all, limits, how) => {
      const once = await fitToBudget(rankUnits(all, how), limits, how, plainStage);
      const copies = all.map(({ why, ...record }) => ({ ...structuredClone(record), why }));
      const again = await fitToBudget(rankUnits(copies, how), limits, how, plainStage);
      expect(comparable(again)).toEqual(comparable(once));
    }),
    { numRuns: 60 },
  );
});

// Each text ends in a word, because the separator after a symbol may cost another token than the one after a word.
test("with distinct scores the excerpts do not depend on arrival order", async () => {
  const distinct = records.map((all) =>
    all
      .map((record, index) => ({
        ...record,
        source: {
          ...record.source,
          kind: "external_data",
          text: `record ${index}: ${record.source.text} end`,
        } as const,
      }))
      .map((record, index) => {
        const segments = segmentText(record.source.text, "external_data");
        const unitScores = Float64Array.from(
          segments.units,
          (_, unit) => 1 + Math.abs(Math.sin(1 + index + 31 * unit)),
        );
        const scan = scanTokens(record.source.text);
        return { ...record, ...segments, kind: record.source.kind, scan, unitScores, score: index + 1 };
      }),
  );
  const kept = ({ bestFirst }: Selection) => bestFirst().map(({ text, pieces }) => [text, pieces]);
  await fc.assert(
    fc.asyncProperty(distinct, budget, settings, async (all, limits, how) => {
      const turned = all.toReversed().map((record, position) => ({ ...record, position }));
      const forward = await fitToBudget(rankUnits(all, how), limits, how, plainStage);
      const backward = await fitToBudget(rankUnits(turned, how), limits, how, plainStage);
      expect(kept(backward)).toEqual(kept(forward));
    }),
    { numRuns: 150 },
  );
});
