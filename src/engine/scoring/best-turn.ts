// In a prompt that quotes a conversation, the asker states a request in one turn; the other turns state ids, doubts and
// thanks. So each unit gains the score of the turn that it matches best.
// In: the words of the task with their weights. Out: what each unit gains, at most `weight` of the best score.
import { float64s, freeArray } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import { distinctContentTerms } from "../index/query-words.ts";
import { addLevels, type LevelSettings } from "./levels.ts";
import { rarity, type SearchTerms, searchTerms } from "./search-terms.ts";
import { highest, NO_GAIN, sumOf, type UnitParts } from "./unit-scores.ts";

export const TURN_PART = "turn";

/** Only the turns with the most weight are searched, because each costs a search. */
const TURNS_MAX = 8;

interface Turn {
  readonly search: SearchTerms;
  /** The score of a text that consists of the turn's words. */
  readonly mass: number;
}

/**
 * @param best computes the best score so far, which only a conversation needs: the best match of a turn gains `weight`
 * times as much
 */
export function bestTurnScores(
  analysed: Analysed,
  task: SearchTerms,
  levels: LevelSettings,
  weight: number,
  best: () => number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const turns = turnsOf(analysed, task, checkpoint);
  if (turns.length < 2) return NO_GAIN;
  const units = analysed.corpus.blockOf.length;
  const gained = float64s(units);
  for (const { search, mass } of turns.sort((a, b) => b.mass - a.mass).slice(0, TURNS_MAX)) {
    const parts: UnitParts = new Map();
    addLevels(analysed.corpus, search, levels, parts, undefined, checkpoint);
    // A long turn matches everything a little.
    const norm = Math.sqrt(mass);
    const sum = sumOf(parts, units);
    for (let unit = 0; unit < units; unit += 1) gained[unit] = Math.max(gained[unit] ?? 0, (sum[unit] ?? 0) / norm);
  }
  const most = highest(gained);
  if (most === 0) return NO_GAIN;
  const top = best();
  return gained.map((value) => (value / most) * weight * top);
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
