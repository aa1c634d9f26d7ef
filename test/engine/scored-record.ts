// Builds scored records by hand, so that packing can be tested without segmentation or scoring.
import { type ContentTypeName, contentType } from "../../src/engine/content-types.ts";
import type { RecordKind, ScoredRecord, UnitNoun } from "../../src/engine/model.ts";
import { LINES } from "../../src/engine/unit-nouns.ts";
import { scanTokens } from "../../src/text/tokens.ts";

/** One unit: its text with the white space after it, its score, its count, its head. */
interface UnitSketch {
  readonly text: string;
  readonly score?: number;
  readonly count?: number;
  readonly continues?: boolean;
  readonly head?: number;
}

interface RecordSketch {
  readonly units: readonly UnitSketch[];
  readonly position?: number;
  readonly score?: number;
  readonly kind?: RecordKind;
  readonly type?: ContentTypeName;
  readonly noun?: UnitNoun;
  readonly title?: string;
  readonly source?: string;
  readonly stepId?: string;
}

export function scoredRecord(sketch: RecordSketch): ScoredRecord {
  const text = sketch.units.map((unit) => unit.text).join("");
  let end = 0;
  const units = sketch.units.map(({ text: own, count, continues, head }) => {
    const start = end;
    end += own.length;
    return {
      start,
      end,
      block: 0,
      passage: 0,
      count: count ?? 1,
      continues: continues ?? false,
      announces: false,
      head: head ?? -1,
      context: "",
    };
  });
  const unitScores = Float64Array.from(sketch.units, ({ score }) => score ?? 0);
  return {
    position: sketch.position ?? 0,
    source: {
      text,
      kind: sketch.kind ?? "external_data",
      title: sketch.title ?? null,
      source: sketch.source ?? null,
      stepId: sketch.stepId ?? null,
      importance: 0,
      keywords: [],
      tags: [],
      attributes: {},
    },
    title: sketch.title ?? null,
    readable: text,
    kind: sketch.kind ?? "external_data",
    scan: scanTokens(text),
    type: contentType(sketch.type ?? "prose"),
    noun: sketch.noun ?? LINES,
    units,
    score: sketch.score ?? Math.max(0, ...unitScores),
    index: sketch.position ?? 0,
    why: () => ({ parts: {}, reason: "", matchedTerms: [] }),
    unitScores,
    firstUnit: 0,
    name: sketch.title ?? sketch.source ?? "",
    run: sketch.position ?? 0,
  };
}

/** A record of numbered lines; `scores` gives the score of some of them by index. */
export function linesRecord(count: number, scores: Readonly<Record<number, number>>, rest: Partial<RecordSketch> = {}) {
  const units = Array.from({ length: count }, (_, line) => ({
    text: `line ${line} of record ${rest.position ?? 0} tells of one thing and another\n`,
    score: scores[line] ?? 0,
  }));
  return scoredRecord({ ...rest, units });
}

export const settings = {
  lengthExponent: 0.2,
  sentenceExponent: 0.2,
  wholeTokensMax: 0,
  wholeSchemaTokensMax: 0,
  wholeShareMax: 0.35,
  rankShareMin: 0,
  headerTokensMax: 0,
  bestHeaderTokensMax: 0,
  callTokensMax: 0,
} as const;
