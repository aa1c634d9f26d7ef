// In a prompt that quotes a conversation, earlier requests may have been met, so the asker's last turn counts more.
// In: the words of the task with their weights. Out: what each unit gains by its match with that turn.
import { float64s, freeArray } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import { distinctContentTerms } from "../index/query-words.ts";
import { addLevels, type LevelSettings } from "./levels.ts";
import { type SearchTerms, searchTerms } from "./search-terms.ts";
import { highest, NO_GAIN, sumOf, type UnitParts } from "./unit-scores.ts";

export const TURN_PART = "turn";

/** A longer turn quotes something: only its beginning is read. UTF-16 units. */
const TURN_LENGTH_MAX = 2000;

/** @param most gain of the unit that matches the last turn best */
export function lastTurnScores(
  { corpus, query }: Pick<Analysed, "corpus" | "query">,
  task: SearchTerms,
  levels: LevelSettings,
  most: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const { vocabulary } = corpus;
  const weightOf = float64s(vocabulary.size());
  for (let slot = 0; slot < task.terms.length; slot += 1) weightOf[task.terms[slot] ?? 0] = task.weights[slot] ?? 0;
  const own = new Map<number, number>();
  // The last turn may only say thanks.
  for (let turn = query.askerTurns.length - 1; turn >= 0 && own.size === 0; turn -= 1) {
    checkpoint();
    const text = (query.askerTurns[turn] ?? "").slice(0, TURN_LENGTH_MAX);
    for (const term of distinctContentTerms(text, vocabulary)) {
      const weight = weightOf[term] ?? 0;
      if (weight > 0 && (corpus.blockFrequency[term] ?? 0) > 0) own.set(term, weight);
    }
  }
  freeArray(weightOf);
  const parts: UnitParts = new Map();
  addLevels(corpus, searchTerms(TURN_PART, own), levels, parts, undefined, checkpoint);
  const scores = sumOf(parts, corpus.blockOf.length);
  const best = highest(scores);
  return best === 0 ? NO_GAIN : scores.map((score) => most * (score / best));
}
