// Builds requests by hand and runs them through the engine's own stages, so that scoring is tested on real units.
import { type Analysed, analyse } from "../../src/engine/analyse.ts";
import type { ScoredRecord, SourceRecord, Task, Why } from "../../src/engine/model.ts";
import { score } from "../../src/engine/score.ts";
import { segment } from "../../src/engine/segment.ts";
import { measure, type OperatingPoint } from "../../src/engine/select.ts";
import { balanced1 } from "../../src/points/balanced-1.ts";

export const point: OperatingPoint = balanced1;

export function record(text: string, fields: Partial<SourceRecord> = {}): SourceRecord {
  return {
    text,
    kind: "external_data",
    title: null,
    source: null,
    stepId: null,
    importance: 0,
    keywords: [],
    tags: [],
    attributes: {},
    ...fields,
  };
}

export function task(prompt: string, fields: Partial<Task> = {}): Task {
  return {
    prompt,
    toolName: null,
    keywords: [],
    tags: [],
    stepId: null,
    outputMode: null,
    outputTokenBudget: null,
    ...fields,
  };
}

export function analysed(records: readonly SourceRecord[], asked: string | Task, how = point): Analysed {
  const about = typeof asked === "string" ? task(asked) : asked;
  return analyse(segment(measure(records)), about, how.analyse);
}

/** The text of every unit, over all records. */
export function unitTexts({ records }: Analysed): readonly string[] {
  return records.flatMap(({ source, units }) => units.map(({ start, end }) => source.text.slice(start, end)));
}

export function scored(records: readonly SourceRecord[], asked: string | Task, how = point): readonly ScoredRecord[] {
  return score(analysed(records, asked, how), how.score);
}

/** The reason for a record's score; nothing if it has none. */
export function whyOf(of: ScoredRecord | undefined): Why {
  return of?.why(of) ?? { parts: {}, reason: "", matchedTerms: [] };
}

/** Positions of the records, best first. */
export function ranking(records: readonly SourceRecord[], asked: string | Task, how = point): readonly number[] {
  return [...scored(records, asked, how)]
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .map(({ position }) => position);
}

/** Records on many topics, so that rarity means something. */
export const background: readonly SourceRecord[] = [
  "The harvest festival opens with a parade along the river and ends with fireworks.",
  "Copper pipes expand in the heat, so plumbers leave a gap at each wall.",
  "A violin is tuned in fifths; the lowest string is G and the highest is E.",
  "Ferries to the island leave twice a day in winter and hourly in summer.",
  "The committee meets on the first Tuesday of each month in the town hall.",
  "Sourdough needs flour, water, salt and a starter that was fed the night before.",
].map((text) => record(text));
