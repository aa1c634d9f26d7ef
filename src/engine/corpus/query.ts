// What the task asks for, as weighted terms.
// In: the task and the vocabulary of the request. Out: a Query. Must not look at the records.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { type Entity, findEntities } from "../../text/entities.ts";
import { type IntList, intList, push } from "../../text/int-list.ts";
import { stopListFor } from "../../text/stop-words.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Task } from "../model.ts";
import {
  type QueryWeights,
  type StatedTerms,
  type Stating,
  startStating,
  stateBeside,
  statedTerms,
  stateWord,
} from "./stated-terms.ts";
import { isUnspaced, type TaskWords, termsThatSay, WORDS_A_TURN, wordsOf } from "./task-words.ts";
import { pairsOf, type TermPairs } from "./term-pairs.ts";

export interface Query extends StatedTerms {
  /** Of its prompt. */
  readonly pairs: TermPairs;
  readonly entities: readonly Entity[];
}

export function readQuery(
  task: Task,
  vocabulary: Vocabulary,
  weights: QueryWeights,
  checkpoint: Checkpoint = unchecked,
): Query {
  const entities = findEntities(task.prompt, checkpoint);
  const words = wordsOf(task.prompt, entities, checkpoint);
  checkpoint();
  const stop = stopListFor(words.lists, words.count, checkpoint);
  const stating = startStating(words, weights);
  const neighbours = stateWords(stating, words, stop, vocabulary, checkpoint);
  const beside = (place: keyof QueryWeights, text: string): void =>
    stateBeside(stating, place, text, vocabulary.termsIn(text, checkpoint));
  for (const keyword of task.keywords) beside("keywords", keyword);
  for (const tag of task.tags) beside("tags", tag);
  if (task.toolName !== null) beside("toolName", task.toolName);
  const pairs = pairsOf(neighbours, vocabulary.size(), checkpoint);
  return { ...statedTerms(stating), pairs, entities };
}

/** States the words of the prompt. Returns the first terms of neighbouring words that say something, two and two. */
function stateWords(
  stating: Stating,
  words: TaskWords,
  stop: number,
  vocabulary: Vocabulary,
  checkpoint: Checkpoint,
): IntList {
  const neighbours = intList(2 * words.count);
  let before = -1;
  let read = 0;
  for (let word = 0; word < words.count; word += 1) {
    if (read >= WORDS_A_TURN) {
      checkpoint();
      read = 0;
    }
    const terms = termsThatSay(words, word, stop, vocabulary);
    read += 1 + terms.length;
    stateWord(stating, word, terms);
    const first = isUnspaced(words, word) ? -1 : (terms[0] ?? -1);
    if (before >= 0 && first >= 0) {
      push(neighbours, before);
      push(neighbours, first);
    }
    before = first;
  }
  return neighbours;
}
