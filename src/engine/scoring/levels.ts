// The core of scoring: mixes the BM25 scores of each unit, its block and its record into one score. A unit alone says
// too little and a record alone too much; the mixture finds the right sentence in the right document.
// In: postings of weighted terms. Out: one score for each unit and part. Linear in units and postings.
import { float64s, freeArray } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Corpus } from "../index/corpus.ts";
import { fieldFrequencies, findPostings, type Postings, unitFrequencies } from "../index/postings.ts";
import { addGroupScores, type Bm25Settings, freeCounts, groupCounts, inverseFrequency, type Search } from "./bm25.ts";
import type { SearchTerms } from "./search-terms.ts";
import { NO_GAIN, partOf, type UnitParts } from "./unit-scores.ts";

/** The shares of the three levels, and the settings that apply to each. */
export interface LevelSettings {
  readonly unit: number;
  readonly block: number;
  readonly record: number;
  readonly bm25: Bm25Settings;
  /** Weight of a word in a unit's context (its JSON path, its table's header), against 1 for a word of its text. */
  readonly context: number;
  /** How far the idf of a word in a row counts units instead of blocks, 0 (blocks, as elsewhere) to 1 (units). */
  readonly rowRarity: number;
}

/** Receives what words in the fields add beyond the same words in the text. */
const TITLE_PART = "title";

/** Adds the mixed scores of the searched terms to `parts`. `found` holds their postings, if already known. */
export function addLevels(
  corpus: Corpus,
  searched: SearchTerms,
  settings: LevelSettings,
  parts: UnitParts,
  found?: Postings,
  checkpoint: Checkpoint = unchecked,
): void {
  if (searched.terms.length === 0) return;
  const { unit, block, record } = corpus.groupings;
  const search = searchFor(corpus, searched, settings, parts, found ?? findPostings(corpus, searched.terms));
  checkpoint();
  if (settings.unit > 0) addGroupScores(search, unit, settings.unit, settings.bm25);
  checkpoint();
  if (settings.block > 0) addGroupScores(search, block, settings.block, settings.bm25);
  checkpoint();
  if (settings.record > 0) addGroupScores(search, record, settings.record, settings.bm25);
  freeCounts(search.counter);
  for (const column of [search.rowWeights, search.weights]) freeArray(column);
}

/** The state that all levels share. Creates a part when its first term appears. */
function searchFor(
  corpus: Corpus,
  searched: SearchTerms,
  settings: LevelSettings,
  parts: UnitParts,
  postings: Postings,
): Search {
  const { terms } = searched;
  const units = corpus.blockOf.length;
  const outputs: Float64Array[] = searched.parts.map(() => NO_GAIN);
  const weights = float64s(terms.length);
  const inFields = fieldFrequencies(postings, corpus, terms.length);
  for (let slot = 0; slot < terms.length; slot += 1) {
    // A word that occurs only in fields takes its document frequency from them.
    const frequency = corpus.blockFrequency[terms[slot] ?? 0] || (inFields[slot] ?? 0);
    weights[slot] = (searched.weights[slot] ?? 0) * inverseFrequency(frequency, corpus.blocks);
    const part = searched.partOf[slot] ?? 0;
    if (outputs[part] === NO_GAIN) outputs[part] = partOf(parts, searched.parts[part] ?? "", units);
  }
  const { rows } = corpus.groupings.unit;
  return {
    counter: groupCounts(postings, corpus.ownTo, terms.length, settings.context),
    weights,
    rowWeights: rows === null ? weights : rowWeights(postings, weights, searched, units, settings.rowRarity),
    partOfSlot: searched.partOf,
    outputs,
    title: partOf(parts, TITLE_PART, units),
    sums: float64s(outputs.length),
  };
}

function rowWeights(
  postings: Postings,
  weights: Float64Array,
  searched: SearchTerms,
  units: number,
  share: number,
): Float64Array<ArrayBuffer> {
  const frequencies = unitFrequencies(postings, weights.length);
  const ofRows = float64s(weights.length);
  for (let slot = 0; slot < weights.length; slot += 1) {
    const own = (searched.weights[slot] ?? 0) * inverseFrequency(frequencies[slot] ?? 0, units);
    ofRows[slot] = share * own + (1 - share) * (weights[slot] ?? 0);
  }
  return ofRows;
}
