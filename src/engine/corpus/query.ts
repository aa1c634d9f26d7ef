// What the task asks for, as weighted terms.
// In: the task and the lexicon of the request. Out: a Query. Must not look at the records.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { type Entity, findEntities } from "../../text/entities.ts";
import { intList, push } from "../../text/int-list.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import { isRequestWord } from "../../text/stop-words.ts";
import type { Task } from "../model.ts";
import { stopWordsAmong, type TaskWord, termsThatSay, WORDS_A_TURN, wordsOf } from "./task-words.ts";
import { pairsOf, type TermPairs } from "./term-pairs.ts";

/** Weight of a word by where the task states it; a word stated twice has the larger one. */
export interface QueryWeights {
  readonly prompt: number;
  readonly keywords: number;
  readonly tags: number;
  readonly toolName: number;
}

export interface QueryTerm {
  readonly term: number;
  /** The word as the task writes it. */
  readonly word: string;
  readonly weight: number;
  /** True for a word of a name, an id, a number or a quotation. */
  readonly entity: boolean;
  /** True for a word that addresses the assistant: `write`, `question`. */
  readonly request: boolean;
}

export interface Query {
  /** Distinct terms in the order the task states them. */
  readonly terms: readonly QueryTerm[];
  /** Of its prompt. */
  readonly pairs: TermPairs;
  readonly entities: readonly Entity[];
}

export function readQuery(
  task: Task,
  lexicon: Lexicon,
  weights: QueryWeights,
  checkpoint: Checkpoint = unchecked,
): Query {
  const entities = findEntities(task.prompt, checkpoint);
  const prompt = wordsOf(task.prompt, entities, checkpoint);
  checkpoint();
  const stop = stopWordsAmong(prompt, checkpoint);
  const stated: Stated = { terms: [], slots: [] };
  const neighbours = intList(2 * prompt.length);
  let before = -1;
  let read = 0;
  for (const word of prompt) {
    if (read >= WORDS_A_TURN) {
      checkpoint();
      read = 0;
    }
    const terms = termsThatSay(word, stop, lexicon);
    read += 1 + terms.length;
    const { entity, unspaced } = word;
    const request = isRequestWord(word.lower);
    for (const term of terms) {
      add(stated, { term, word: written(word, term, lexicon), weight: weights.prompt, entity, request });
    }
    const first = unspaced ? -1 : (terms[0] ?? -1);
    if (before >= 0 && first >= 0) {
      push(neighbours, before);
      push(neighbours, first);
    }
    before = first;
  }
  for (const keyword of task.keywords) addText(stated, keyword, weights.keywords, lexicon);
  for (const tag of task.tags) addText(stated, tag, weights.tags, lexicon);
  if (task.toolName !== null) addText(stated, task.toolName, weights.toolName, lexicon);
  return { terms: stated.terms, pairs: pairsOf(neighbours, lexicon.size(), checkpoint), entities };
}

/** The words of the task so far. */
interface Stated {
  readonly terms: QueryTerm[];
  /** By term, its place in `terms`. */
  readonly slots: number[];
}

/** A word stated again keeps its first writing, and the larger weight. */
function add({ terms, slots }: Stated, one: QueryTerm): void {
  const slot = slots[one.term];
  const known = slot === undefined ? undefined : terms[slot];
  if (one.weight <= (known?.weight ?? 0)) return;
  if (slot === undefined || known === undefined) {
    slots[one.term] = terms.length;
    terms.push(one);
  } else {
    terms[slot] = { ...one, word: known.word, entity: one.entity || known.entity };
  }
}

function addText(stated: Stated, word: string, weight: number, lexicon: Lexicon): void {
  for (const term of lexicon.termsIn(word)) add(stated, { term, word, weight, entity: false, request: false });
}

/** A word stands for itself; in a script without spaces each term is its own writing. */
function written(word: TaskWord, term: number, lexicon: Lexicon): string {
  return word.unspaced ? lexicon.form(term) : word.word;
}
