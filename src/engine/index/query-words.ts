// Finds the content words of a task, and which of their terms are neighbours.
// In: a text and the vocabulary of the request. Out: the position of each word, its terms, and an index of term pairs.
// Keeps the pairs in integer lists: a set of a million pairs would cost an object for each.
import { ascending, type IntList, int32s, intList, placeFrom, push } from "../../text/arrays.ts";
import { isDigit } from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Entity } from "../../text/entities.ts";
import { ENGLISH, isRequestWord, isUnspacedStopWord, stopListFor, wordLists } from "../../text/stop-words.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import { eachWord } from "../../text/words.ts";
import type { PromptRanges } from "./asker.ts";

/** Words of a task, or their terms, read between two checkpoints: a few milliseconds. */
export const WORDS_PER_CHECKPOINT = 2048;

/** The words of a text by number. Keeps no strings, since there may be half a million words. */
export interface TaskWords {
  readonly text: string;
  /** The number of words. The columns may be longer. */
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /**
   * Mark bits: a run of a script without spaces; a word inside an entity, and inside a name; a word of someone other
   * than the asker; a stop word that names something; the role at the start of a turn.
   */
  readonly marks: Int32Array;
  /** As bits, the stop lists that hold each word and the list of words that address the assistant. */
  readonly lists: Int32Array;
  /** Whether instructions stand around a request, which alone is the asker's. */
  readonly hasInstructions: boolean;
}

/** Initial capacity: more words than most tasks have. */
const column = () => intList(64);

/** Mark bits of a word. */
const UNSPACED = 1;
const IN_ENTITY = 2;
const OF_OTHERS = 4;
const IN_NAME = 8;
const NAMING = 16;
const ROLE = 32;

/** The distinct content terms of any text, in order. */
export function distinctContentTerms(text: string, vocabulary: Vocabulary): ReadonlySet<number> {
  const words = wordsOf(text, [], NO_RANGES, unchecked);
  const stop = stopListFor(words.lists, words.count);
  const terms = new Set<number>();
  for (let word = 0; word < words.count; word += 1)
    for (const term of contentTerms(words, word, stop, vocabulary)) terms.add(term);
  return terms;
}

/** For a text that the asker alone wrote. */
const NO_RANGES: PromptRanges = { others: intList(), roles: intList(), hasInstructions: false };

/** Tells whether a position is in one of the ranges. The positions must ascend from call to call. */
function rangeTest({ items, size }: IntList): (start: number) => boolean {
  let bounds = 0;
  return (start) => {
    while (bounds < size && (items[bounds] ?? 0) <= start) bounds += 1;
    return bounds % 2 === 1;
  };
}

/** @param entities of the text, to mark the words inside them */
export function wordsOf(
  text: string,
  entities: readonly Entity[],
  { others, roles, hasInstructions }: PromptRanges,
  checkpoint: Checkpoint,
): TaskWords {
  const [starts, ends, marks, lists] = [column(), column(), column(), column()];
  const [isOfOthersAt, isRoleAt] = [rangeTest(others), rangeTest(roles)];
  let next = 0;
  eachWord(text, 0, text.length, (start, end, unspaced) => {
    while (next < entities.length && (entities[next]?.end ?? 0) <= start) next += 1;
    const entity = (entities[next]?.start ?? text.length) < end ? entities[next] : undefined;
    const inEntity = entity === undefined ? 0 : entity.kind === "name" ? IN_ENTITY | IN_NAME : IN_ENTITY;
    const ofOthers = isOfOthersAt(start) ? OF_OTHERS : 0;
    const role = isRoleAt(start) ? ROLE : 0;
    push(starts, start);
    push(ends, end);
    push(marks, (unspaced ? UNSPACED : 0) | inEntity | ofOthers | role);
    push(lists, unspaced ? 0 : wordLists(text.slice(start, end).toLowerCase()));
    if (starts.size % WORDS_PER_CHECKPOINT === 0) checkpoint();
  });
  const columns = { starts: starts.items, ends: ends.items, marks: marks.items, lists: lists.items };
  return { text, count: starts.size, ...columns, hasInstructions };
}

export function wordAt({ text, starts, ends }: TaskWords, word: number): string {
  return text.slice(starts[word], ends[word]);
}

export function isUnspaced({ marks }: TaskWords, word: number): boolean {
  return ((marks[word] ?? 0) & UNSPACED) !== 0;
}

export function isInEntity({ marks }: TaskWords, word: number): boolean {
  return ((marks[word] ?? 0) & IN_ENTITY) !== 0;
}

/** Stop words that are names in capitals. Others are written in capitals for emphasis: `do NOT`. */
const NAMES_IN_CAPITALS = new Set(["IT", "US", "WHO"]);

/**
 * Marks the stop words that name something, such as `Other` in "the change in Other": with a capital inside an English
 * sentence and no name next to them, or in a quotation of stop words alone.
 * @param stop the list of words to leave out
 */
export function markNaming(words: TaskWords, entities: readonly Entity[], stop: number, checkpoint: Checkpoint): void {
  let from = 0;
  for (const [index, { kind, start, end }] of entities.entries()) {
    if (index % WORDS_PER_CHECKPOINT === 0) checkpoint();
    while (from < words.count && (words.ends[from] ?? 0) <= start) from += 1;
    let to = from;
    let naming = kind === "quote" || (kind === "name" && stop === ENGLISH && isLoneName(words, from));
    for (; to < words.count && (words.starts[to] ?? 0) < end; to += 1) naming &&= ((words.lists[to] ?? 0) & stop) !== 0;
    for (let word = from; naming && word < to; word += 1) words.marks[word] = (words.marks[word] ?? 0) | NAMING;
  }
}

/** Only a space before it: after punctuation, a capital may open a sentence. `I` and `I'm` are not names. */
function isLoneName(words: TaskWords, word: number): boolean {
  const { text, starts, ends, marks } = words;
  const beside = (marks[word - 1] ?? 0) | (marks[word + 1] ?? 0);
  if ((beside & IN_NAME) !== 0 || text.slice(ends[word - 1], starts[word]) !== " ") return false;
  const name = wordAt(words, word);
  return /^.\p{Ll}/u.test(name) || NAMES_IN_CAPITALS.has(name);
}

/** Stands between the parts of a date, a time, a version or an address. */
const SEPARATORS = "-/.:";

/** A longer chain of numbers is read as several, so that little is read between two checkpoints. */
const PARTS_MAX = 16;

/**
 * The number of parts of the number that starts with this word, such as 3 for `2024/10/12`; 1 for any other word. They
 * share the weight of one word. Otherwise a date would outweigh what the task asks about.
 */
export function partsOfNumber(words: TaskWords, word: number): number {
  const { text, starts, ends, count } = words;
  if (!isInteger(words, word)) return 1;
  let next = word + 1;
  for (; next < count && next < word + PARTS_MAX; next += 1) {
    const end = ends[next - 1] ?? 0;
    if (starts[next] !== end + 1 || !SEPARATORS.includes(text.charAt(end)) || !isInteger(words, next)) break;
  }
  return next - word;
}

function isInteger({ text, starts, ends }: TaskWords, word: number): boolean {
  for (let at = starts[word] ?? 0; at < (ends[word] ?? 0); at += 1) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** True for a word that is not the asker's: in another speaker's turn, or in instructions around a request. */
export function isOfOthers({ marks, count }: TaskWords, word: number): boolean {
  return word < count && ((marks[word] ?? 0) & OF_OTHERS) !== 0;
}

/** What the asker says, turn by turn. A prompt without others is one text. */
export function askerTurns(prompt: TaskWords): readonly string[] {
  const turns: string[] = [];
  let from = -1;
  for (let word = 0; word <= prompt.count; word += 1) {
    const isAsker = word < prompt.count && ((prompt.marks[word] ?? 0) & (OF_OTHERS | ROLE)) === 0;
    if (isAsker && from === -1) from = word;
    if (isAsker || from === -1) continue;
    turns.push(prompt.text.slice(prompt.starts[from], prompt.ends[word - 1]));
    from = -1;
  }
  return turns;
}

/** True if the task has English grammar words, and no fewer than those of another language. */
export function isEnglish({ lists, count }: TaskWords): boolean {
  if (stopListFor(lists, count) !== ENGLISH) return false;
  for (let word = 0; word < count; word += 1) if (((lists[word] ?? 0) & ENGLISH) !== 0) return true;
  return false;
}

/** True for a word that addresses the assistant: `write`, `question`. */
export function isRequest({ lists }: TaskWords, word: number): boolean {
  return isRequestWord(lists[word] ?? 0);
}

const NO_TERMS = new Int32Array(0);

/**
 * The terms of a content word, or the content pairs of a run without spaces. Empty for a stop word and for a role.
 * @param stop the list of words to leave out
 */
export function contentTerms(words: TaskWords, number: number, stop: number, vocabulary: Vocabulary): Int32Array {
  const marks = words.marks[number] ?? 0;
  const isNaming = (marks & NAMING) !== 0;
  if ((marks & ROLE) !== 0 || (((words.lists[number] ?? 0) & stop) !== 0 && !isNaming)) return NO_TERMS;
  const word = wordAt(words, number);
  if (!isUnspaced(words, number)) return vocabulary.termsOf(word, false);
  if (word.length === 1) return isUnspacedStopWord(word) ? NO_TERMS : vocabulary.termsOf(word, true);
  const terms: number[] = [];
  // Reads a stretch between two stop pairs in one call: reading pair by pair took an eighth of analysing 7 kB.
  let from = 0;
  for (let index = 0; index < word.length; index += 1) {
    if (index + 1 < word.length && !isStopPair(word.slice(index, index + 2))) continue;
    if (index > from) for (const term of vocabulary.termsOf(word.slice(from, index + 1), true)) terms.push(term);
    from = index + 1;
  }
  return Int32Array.from(terms);
}

function isStopPair(pair: string): boolean {
  return isUnspacedStopWord(pair) || (isUnspacedStopWord(pair.charAt(0)) && isUnspacedStopWord(pair.charAt(1)));
}

/** The second word of a pair may be this many terms after the first, since parts of an identifier come between them. */
export const PAIR_DISTANCE_MAX = 3;

export interface TermPairs {
  /** Above every term of the task, so most terms of the records need no lookup. */
  readonly limit: number;
  /** The terms that follow term `t` are `seconds[from[t]]` up to `seconds[from[t + 1]]`, ascending. */
  readonly from: Int32Array;
  readonly seconds: Int32Array;
}

/** Used for a task in a script without spaces, which may have a million terms, and for a single word. */
const NO_PAIRS: TermPairs = { limit: 0, from: new Int32Array(1), seconds: new Int32Array(0) };

/**
 * Sorts the pairs by their second term, then by their first, both times by counting, so the cost is linear for any
 * pairs.
 * @param neighbours a term and the next one, pair by pair
 * @param limit above every term
 */
export function pairsOf({ items, size }: IntList, limit: number, checkpoint: Checkpoint): TermPairs {
  if (size === 0) return NO_PAIRS;
  const bySecond = sortedBy(1, ascending(size / 2), items, startsOf(1, items, size, limit));
  checkpoint();
  const from = startsOf(0, items, size, limit);
  const seconds = sortedBy(0, bySecond, items, from);
  checkpoint();
  for (let at = 0; at < seconds.length; at += 1) seconds[at] = items[2 * (seconds[at] ?? 0) + 1] ?? 0;
  return { limit, from, seconds };
}

/** The first or the second term of a pair. */
type Side = 0 | 1;

/** Where the pairs with term `t` at `side` start in the sorted order. Has one entry more than there are terms. */
function startsOf(side: Side, items: Int32Array, size: number, limit: number): Int32Array {
  const starts = int32s(limit + 1);
  for (let at = side; at < size; at += 2) {
    const after = (items[at] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let term = 0; term < limit; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}

/** Sorts the pair numbers in `order` by the term at `side`. Stable. */
function sortedBy(side: Side, order: Int32Array, items: Int32Array, starts: Int32Array): Int32Array {
  const next = starts.slice();
  const sorted = int32s(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const pair = order[at] ?? 0;
    const term = items[2 * pair + side] ?? 0;
    const place = next[term] ?? 0;
    next[term] = place + 1;
    sorted[place] = pair;
  }
  return sorted;
}

/** The number of a pair, below `seconds.length`, or -1 if the task has no such pair. O(log pairs). */
export function pairNumber({ limit, from, seconds }: TermPairs, first: number, second: number): number {
  if (first >= limit || second >= limit) return -1;
  const end = from[first + 1] ?? 0;
  const at = placeFrom(seconds, second, from[first], end);
  return at < end && seconds[at] === second ? at : -1;
}
