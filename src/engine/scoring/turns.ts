// In a prompt that quotes a conversation, the asker states a request in one turn. The other turns state ids, doubts and
// thanks. So each unit gains the score of the turn that it matches best. Earlier requests may have been met, so it also
// gains the score of the last turn.
// In: the words of the task with their weights. Out: what each unit gains, as a share of the best score.
import { float64s, freeArray } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import { distinctContentTerms } from "../index/query-words.ts";
import { addLevels, type LevelSettings } from "./levels.ts";
import { rarity, type SearchTerms, searchTerms } from "./search-terms.ts";
import { highest, NO_GAIN, sumOf, type UnitParts } from "./unit-scores.ts";

export interface TurnSettings {
  /** Gain of the unit that matches one of the asker's turns best, as a share of the best score. */
  readonly best: number;
  /** Further gain of the unit that matches the last turn best, as a share of the best score. */
  readonly last: number;
}

export const TURN_PART = "turn";

/** Besides the last turn, only those with the most weight are searched, because each costs a search. */
const EARLIER_TURNS_MAX = 7;

interface Turn {
  readonly search: SearchTerms;
  /** The score of a text that consists of the turn's words. */
  readonly mass: number;
}

/** @param best computes the best score so far; only a conversation needs it */
export function turnScores(
  analysed: Analysed,
  task: SearchTerms,
  levels: LevelSettings,
  settings: TurnSettings,
  best: () => number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const turns = turnsOf(analysed, task, checkpoint);
  const last = turns.pop();
  if (last === undefined || turns.length === 0) return NO_GAIN;
  const ofLast = scoresOf(analysed, last, levels, checkpoint);
  const ofBest = ofLast.slice();
  for (const turn of turns.sort((a, b) => b.mass - a.mass).slice(0, EARLIER_TURNS_MAX)) {
    const scores = scoresOf(analysed, turn, levels, checkpoint);
    for (let unit = 0; unit < scores.length; unit += 1) ofBest[unit] = Math.max(ofBest[unit] ?? 0, scores[unit] ?? 0);
  }
  const most = highest(ofBest);
  if (most === 0) return NO_GAIN;
  const top = best();
  const mostOfLast = highest(ofLast) || 1;
  const shareOfLast = (unit: number) => (ofLast[unit] ?? 0) / mostOfLast;
  return ofBest.map((value, unit) => top * (settings.best * (value / most) + settings.last * shareOfLast(unit)));
}

/** How well each unit matches a turn. A long turn matches everything a little, so its scores count less. */
function scoresOf(
  { corpus }: Analysed,
  { search, mass }: Turn,
  levels: LevelSettings,
  checkpoint: Checkpoint,
): Float64Array {
  const parts: UnitParts = new Map();
  addLevels(corpus, search, levels, parts, undefined, checkpoint);
  const scores = sumOf(parts, corpus.blockOf.length);
  const norm = Math.sqrt(mass);
  for (let unit = 0; unit < scores.length; unit += 1) scores[unit] = (scores[unit] ?? 0) / norm;
  return scores;
}

/** A longer turn quotes something: only its beginning is read. UTF-16 units. */
const TURN_LENGTH_MAX = 2000;

/** The asker's turns that have words of the task. */
function turnsOf({ corpus, query }: Analysed, { terms, weights }: SearchTerms, checkpoint: Checkpoint): Turn[] {
  const { vocabulary } = corpus;
  const weightOf = float64s(vocabulary.size());
  for (let slot = 0; slot < terms.length; slot += 1) weightOf[terms[slot] ?? 0] = weights[slot] ?? 0;
  const turns: Turn[] = [];
  for (const text of query.askerTurns) {
    checkpoint();
    const own = new Map<number, number>();
    let mass = 0;
    for (const term of distinctContentTerms(text.slice(0, TURN_LENGTH_MAX), vocabulary)) {
      const weight = weightOf[term] ?? 0;
      if (weight > 0) own.set(term, weight);
      mass += weight * rarity(corpus, term);
    }
    if (mass > 0) turns.push({ search: searchTerms(TURN_PART, own), mass });
  }
  freeArray(weightOf);
  return turns;
}
