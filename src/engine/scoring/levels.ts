// The heart of scoring: BM25 of every unit, of the block around it and of the record around that, mixed into one score.
// A unit alone says too little and a record alone too much; the mixture is what finds the sentence in the right
// document.
// In: occurrences of weighted terms. Out: one score a unit and part. Must be linear in units and occurrences.
import { float64s, int32s } from "../../text/slab.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Grouping } from "../corpus/groupings.ts";
import { findHits, type Hits, NO_LABELS } from "../corpus/hits.ts";
import { unitFrequencies } from "../corpus/row-rarity.ts";
import { type Bm25Settings, inverseFrequency, lengthPull, saturated } from "./bm25.ts";

export interface LevelSettings {
  readonly unit: number;
  readonly block: number;
  readonly record: number;
  readonly bm25: Bm25Settings;
  /** Factor of the block's share in a log: what stands beside an event says little of it. 1 is as anywhere. */
  readonly logBlock: number;
  /** How much a word of a unit's context (its JSON path, its table's header) counts; 1 is a word of its text. */
  readonly context: number;
  /** How far the rarity of a word in a row is told by the rows themselves, 0 (by the blocks, as elsewhere) to 1. */
  readonly rowRarity: number;
}

/** A term to search for. `part` says which part of the score it adds to. */
export interface SearchTerm {
  readonly term: number;
  readonly weight: number;
  readonly part: string;
}

/** Scores by part name, one number a unit; none for a part that no unit gains by. */
export type UnitParts = Map<string, Float64Array>;

/** A part that no unit gains by. */
export const NO_GAIN = new Float64Array(0);

interface Search {
  readonly hits: Hits;
  /** The first place of each unit's context. */
  readonly ownTo: Int32Array;
  /** By slot: the term's weight times its rarity, and the part it adds to. */
  readonly weights: Float64Array;
  /** The same for single rows. */
  readonly rowWeights: Float64Array;
  readonly partOfSlot: Int32Array;
  readonly outputs: readonly Float64Array[];
  readonly title: Float64Array;
  readonly scratch: Scratch;
}

/** What is known of one group while it is looked at. */
interface Scratch {
  /** How often it holds each term, by slot; 0 again when the next group's turn comes. */
  readonly counts: Float64Array;
  /** The slots it holds, in the order in which they were met. */
  readonly touched: Int32Array;
  /** What it adds to each of the outputs. */
  readonly sums: Float64Array;
}

/** Words of the labels add to this part as far as the text does not hold them. */
const TITLE_PART = "title";

/** Adds the mixed scores of `terms` to `parts`; `found` is where they occur, when that is known. */
export function addLevels(
  corpus: Corpus,
  terms: readonly SearchTerm[],
  settings: LevelSettings,
  parts: UnitParts,
  found?: Hits,
): void {
  if (terms.length === 0) return;
  const units = corpus.blockOf.length;
  const names = [...new Set(terms.map(({ part }) => part))];
  const { unit, block, record } = corpus.groupings;
  const hits = found ?? findHits(corpus, terms);
  const weights = float64s(terms.length);
  const partOfSlot = int32s(terms.length);
  for (const [slot, { term, weight, part }] of terms.entries()) {
    weights[slot] = weight * rarity(corpus, term);
    partOfSlot[slot] = names.indexOf(part);
  }
  const search: Search = {
    hits,
    ownTo: corpus.ownTo,
    weights,
    rowWeights: unit.rows === null ? weights : rowWeights(hits, weights, terms, units, settings.rowRarity),
    partOfSlot,
    outputs: names.map((name) => partOf(parts, name, units)),
    title: partOf(parts, TITLE_PART, units),
    scratch: { counts: float64s(terms.length), touched: int32s(terms.length), sums: float64s(names.length) },
  };
  if (settings.unit > 0) addGroups(search, unit, settings.unit, settings);
  if (settings.block > 0) addGroups(search, block, settings.block, settings, corpus.logs);
  if (settings.record > 0) addGroups(search, record, settings.record, settings);
}

function rowWeights(
  hits: Hits,
  weights: Float64Array,
  terms: readonly SearchTerm[],
  units: number,
  share: number,
): Float64Array {
  const frequencies = unitFrequencies(hits, terms.length);
  const ofRows = float64s(terms.length);
  for (const [slot, { weight }] of terms.entries()) {
    const own = weight * inverseFrequency(frequencies[slot] ?? 0, units);
    ofRows[slot] = share * own + (1 - share) * (weights[slot] ?? 0);
  }
  return ofRows;
}

/** Rarity of a term among the blocks of this request; a word of labels alone is as rare as the labels make it. */
export function rarity({ blockFrequency, labelFrequency, blocks }: Corpus, term: number): number {
  return inverseFrequency(blockFrequency[term] || (labelFrequency[term] ?? 0), blocks);
}

export function partOf(parts: UnitParts, name: string, units: number): Float64Array {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const made = float64s(units);
  parts.set(name, made);
  return made;
}

/** One walk over the occurrences: a group is looked at only when it holds one, or its record's labels do. */
function addGroups(
  search: Search,
  grouping: Grouping,
  share: number,
  settings: LevelSettings,
  damped?: Uint8Array,
): void {
  const { hits, ownTo, partOfSlot, outputs, title, scratch } = search;
  const { counts, touched, sums } = scratch;
  const { firstUnit, recordOfGroup, rows } = grouping;
  let hit = 0;
  for (let group = 0; group + 1 < firstUnit.length; group += 1) {
    const first = firstUnit[group] ?? 0;
    const next = firstUnit[group + 1] ?? 0;
    let met = 0;
    for (; hit < hits.unit.length; hit += 1) {
      const unit = hits.unit[hit] ?? 0;
      if (unit >= next) break;
      const worth = (hits.at[hit] ?? 0) < (ownTo[unit] ?? 0) ? 1 : settings.context;
      if (worth === 0) continue;
      const slot = hits.slot[hit] ?? 0;
      if (counts[slot] === 0) touched[met++] = slot;
      counts[slot] = (counts[slot] ?? 0) + worth;
    }
    const labels = recordOfGroup === null ? NO_LABELS : (hits.labels[recordOfGroup[group] ?? 0] ?? NO_LABELS);
    if (labels !== NO_LABELS) for (const slot of labels.keys()) if (counts[slot] === 0) touched[met++] = slot;
    if (met === 0) continue;
    const pull = lengthPull(grouping.lengths[group] ?? 0, grouping.mean, settings.bm25);
    const weights = rows?.[group] === 1 ? search.rowWeights : search.weights;
    const ofGroup = damped?.[recordOfGroup?.[group] ?? 0] === 1 ? settings.logBlock * share : share;
    let titleSum = 0;
    sums.fill(0);
    for (let at = 0; at < met; at += 1) {
      const slot = touched[at] ?? 0;
      const weight = ofGroup * (weights[slot] ?? 0);
      const count = counts[slot] ?? 0;
      const own = weight * saturated(count, pull, settings.bm25);
      const label = labels === NO_LABELS ? 0 : (labels.get(slot) ?? 0);
      if (label > 0) titleSum += weight * saturated(count + label, pull, settings.bm25) - own;
      const part = partOfSlot[slot] ?? 0;
      sums[part] = (sums[part] ?? 0) + own;
      counts[slot] = 0;
    }
    for (let part = 0; part < outputs.length; part += 1) addTo(outputs[part], first, next, sums[part] ?? 0);
    addTo(title, first, next, titleSum);
  }
}

function addTo(output: Float64Array | undefined, from: number, to: number, amount: number): void {
  if (output === undefined || amount === 0) return;
  for (let at = from; at < to; at += 1) output[at] = (output[at] ?? 0) + amount;
}
