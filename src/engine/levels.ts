// The heart of scoring: BM25 of every unit, of the block around it and of the record around that, mixed into one score.
// A unit alone says too little and a record alone too much; the mixture is what finds the sentence in the right
// document.
// In: occurrences of weighted terms. Out: one score a unit and part. Must be linear in units and occurrences.
import { type Bm25Settings, inverseFrequency, saturation } from "./bm25.ts";
import type { Corpus } from "./corpus.ts";
import { findHits, type Hits } from "./hits.ts";

export interface LevelSettings {
  readonly unit: number;
  readonly block: number;
  readonly record: number;
  readonly bm25: Bm25Settings;
  /** How much a word of a unit's context (its JSON path, its table's header) counts; 1 is a word of its text. */
  readonly context: number;
}

/** A term to search for. `part` says which part of the score it adds to. */
export interface SearchTerm {
  readonly term: number;
  readonly weight: number;
  readonly part: string;
}

/** Scores by part name, one number a unit. */
export type UnitParts = Map<string, Float64Array>;

/** A way to group neighbouring units, with the length of each group in terms. */
interface Grouping {
  readonly groupOf: (unit: number) => number;
  readonly lengths: Float64Array;
  readonly mean: number;
  /** The record whose labels count for a group, or -1: a single unit is judged by its own words. */
  readonly recordOfGroup: Int32Array | null;
}

interface Search {
  readonly units: number;
  readonly hits: Hits;
  /** By slot: the term's weight times its rarity, and the part it adds to. */
  readonly weights: Float64Array;
  readonly partOfSlot: Int32Array;
  readonly outputs: readonly Float64Array[];
  readonly title: Float64Array;
}

const NO_LABELS: ReadonlyMap<number, number> = new Map();

/** Words of the labels add to this part as far as the text does not hold them. */
export const TITLE_PART = "title";

/** Adds the mixed scores of `terms` to `parts`. */
export function addLevels(
  corpus: Corpus,
  terms: readonly SearchTerm[],
  settings: LevelSettings,
  parts: UnitParts,
): void {
  if (terms.length === 0) return;
  const units = corpus.blockOf.length;
  const names = [...new Set(terms.map(({ part }) => part))];
  const search: Search = {
    units,
    hits: findHits(
      corpus,
      terms.map(({ term }) => term),
    ),
    weights: Float64Array.from(terms, ({ term, weight }) => weight * rarity(corpus, term)),
    partOfSlot: Int32Array.from(terms, ({ part }) => names.indexOf(part)),
    outputs: names.map((name) => partOf(parts, name, units)),
    title: partOf(parts, TITLE_PART, units),
  };
  for (const [grouping, share] of groupings(corpus, settings)) {
    if (share > 0) addGroups(search, grouping, share, settings);
  }
}

/** Rarity of a term among the blocks of this request. */
export function rarity(corpus: Corpus, term: number): number {
  return inverseFrequency(corpus.blockFrequency[term] ?? 0, corpus.blocks);
}

export function partOf(parts: UnitParts, name: string, units: number): Float64Array {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const made = new Float64Array(units);
  parts.set(name, made);
  return made;
}

function groupings(corpus: Corpus, settings: LevelSettings): readonly (readonly [Grouping, number])[] {
  const units = corpus.blockOf.length;
  const unitLengths = new Float64Array(units);
  const blockLengths = new Float64Array(corpus.blocks);
  const recordLengths = new Float64Array(corpus.labels.length);
  const recordOfBlock = new Int32Array(corpus.blocks);
  const recordOfRecord = Int32Array.from(recordLengths.keys());
  for (let unit = 0; unit < units; unit += 1) {
    const length = (corpus.ownTo[unit] ?? 0) - (corpus.unitFrom[unit] ?? 0);
    const block = corpus.blockOf[unit] ?? 0;
    const record = corpus.recordOf[unit] ?? 0;
    unitLengths[unit] = length;
    blockLengths[block] = (blockLengths[block] ?? 0) + length;
    recordLengths[record] = (recordLengths[record] ?? 0) + length;
    recordOfBlock[block] = record;
  }
  return [
    [grouping((unit) => unit, unitLengths, null), settings.unit],
    [grouping((unit) => corpus.blockOf[unit] ?? 0, blockLengths, recordOfBlock), settings.block],
    [grouping((unit) => corpus.recordOf[unit] ?? 0, recordLengths, recordOfRecord), settings.record],
  ];
}

function grouping(
  groupOf: (unit: number) => number,
  lengths: Float64Array,
  recordOfGroup: Int32Array | null,
): Grouping {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { groupOf, lengths, mean: lengths.length > 0 ? total / lengths.length : 0, recordOfGroup };
}

function addGroups(search: Search, grouping: Grouping, share: number, settings: LevelSettings): void {
  const { hits, weights, partOfSlot, outputs, title, units } = search;
  const counts = new Float64Array(weights.length);
  const touched: number[] = [];
  const sums = new Float64Array(outputs.length);
  let hit = 0;
  let unit = 0;
  while (unit < units) {
    const group = grouping.groupOf(unit);
    const first = unit;
    while (unit < units && grouping.groupOf(unit) === group) unit += 1;
    for (; hit < hits.unit.length && (hits.unit[hit] ?? 0) < unit; hit += 1) {
      const slot = hits.slot[hit] ?? 0;
      if (counts[slot] === 0) touched.push(slot);
      counts[slot] = (counts[slot] ?? 0) + (hits.own[hit] === 1 ? 1 : settings.context);
    }
    const labels =
      grouping.recordOfGroup === null ? NO_LABELS : (hits.labels[grouping.recordOfGroup[group] ?? 0] ?? NO_LABELS);
    if (touched.length === 0 && labels.size === 0) continue;
    const length = grouping.lengths[group] ?? 0;
    let titleSum = 0;
    sums.fill(0);
    for (const slot of labels.keys()) if (counts[slot] === 0) touched.push(slot);
    for (const slot of touched) {
      const weight = share * (weights[slot] ?? 0);
      const count = counts[slot] ?? 0;
      const own = weight * saturation(count, length, grouping.mean, settings.bm25);
      const label = labels.get(slot) ?? 0;
      if (label > 0) titleSum += weight * saturation(count + label, length, grouping.mean, settings.bm25) - own;
      const part = partOfSlot[slot] ?? 0;
      sums[part] = (sums[part] ?? 0) + own;
      counts[slot] = 0;
    }
    touched.length = 0;
    for (const [part, output] of outputs.entries()) addTo(output, first, unit, sums[part] ?? 0);
    addTo(title, first, unit, titleSum);
  }
}

function addTo(output: Float64Array, from: number, to: number, amount: number): void {
  if (amount === 0) return;
  for (let at = from; at < to; at += 1) output[at] = (output[at] ?? 0) + amount;
}
