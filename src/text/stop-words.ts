// Finds the words of a task that carry grammar and no subject. Only search words are filtered: records keep theirs. In:
// the words of a task. Out: the words to leave out. The language of the task decides: "die" is German grammar and an
// English verb.
import {
  ara,
  ces,
  dan,
  deu,
  ell,
  eng,
  fas,
  fin,
  fra,
  heb,
  hin,
  hun,
  ind,
  ita,
  jpn,
  kor,
  nld,
  nob,
  pol,
  porBr,
  ron,
  rus,
  spa,
  swe,
  tha,
  tur,
  ukr,
  vie,
  zho,
} from "stopword";
import { int32s } from "./arrays.ts";
import { type Checkpoint, unchecked } from "./checkpoint.ts";

/** Question and request words that the English list lacks and that are common in tasks for an assistant. */
const ENGLISH_ASKING =
  "when does why whom whose doing done been being i'm it's " +
  "what's that's please help want wants need needs would could shall may " +
  "not no nor if so very just can't don't doesn't didn't isn't aren't wasn't " +
  "weren't won't ll ve re s t d m there's let us its";

/** English comes first, so it wins a tie. */
const lists: readonly ReadonlySet<string>[] = [
  [...eng, ...ENGLISH_ASKING.split(" ")],
  ara,
  ces,
  dan,
  deu,
  ell,
  fas,
  fin,
  fra,
  heb,
  hin,
  hun,
  ind,
  ita,
  nld,
  nob,
  pol,
  porBr,
  ron,
  rus,
  spa,
  swe,
  tur,
  ukr,
  vie,
].map((list) => new Set(list));

/** The bit of the English list. */
export const ENGLISH = 1;

const unspaced = new Set([...jpn, ...kor, ...tha, ...zho]);

/** Words that instruct the assistant. They mean little in a task; in records they are ordinary words. */
const REQUEST_WORDS = (
  "write query question answer task find show tell give list explain describe " +
  "follow following use used using given based " +
  "decide determine identify return provide create make look check next step sql claim true false"
).split(" ");

/** The bit of the request words, above those of the stop lists. */
const REQUEST = 1 << lists.length;

/** For each word, a bit for each list that contains it: one lookup per word instead of one per list. */
const listsOf = new Map<string, number>();
for (const [index, words] of [...lists, REQUEST_WORDS].entries()) {
  for (const word of words) listsOf.set(word, (listsOf.get(word) ?? 0) | (1 << index));
}

/** The lists that contain a lower-case word of a script with spaces, as bits. */
export function wordLists(word: string): number {
  return listsOf.get(word) ?? 0;
}

/** Whether the lists of a word include the request words. */
export function isRequestWord(listsOfWord: number): boolean {
  return (listsOfWord & REQUEST) !== 0;
}

/** Words between two checkpoints: a few milliseconds. */
const WORDS_PER_CHECKPOINT = 1 << 14;

/**
 * The bit of the stop list that contains the most words of a task; English unless another list contains more.
 * @param listsOfWords the lists of each of its `count` words
 * @param checkpoint called now and then
 */
export function stopListFor(listsOfWords: Int32Array, count: number, checkpoint: Checkpoint = unchecked): number {
  const postings = int32s(lists.length + 1);
  for (let word = 0; word < count; word += 1) {
    if (word % WORDS_PER_CHECKPOINT === 0) checkpoint();
    for (let bits = listsOfWords[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const list = 31 - Math.clz32(bits & -bits);
      postings[list] = (postings[list] ?? 0) + 1;
    }
  }
  let best = 0;
  for (let list = 1; list < lists.length; list++) if ((postings[list] ?? 0) > (postings[best] ?? 0)) best = list;
  return 1 << best;
}

/** Whether a character or short run of a script without spaces carries grammar alone. */
export function isUnspacedStopWord(run: string): boolean {
  return unspaced.has(run);
}
