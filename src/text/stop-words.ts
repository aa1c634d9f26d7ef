// The words of a task that carry grammar and no subject. Records keep theirs: only what is searched for is filtered.
// In: the words of a task. Out: the set of those to leave out. Must judge by the task's own language: "die" is
// German grammar and an English verb.
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

/** Question and request words that the English list lacks and that a task to an assistant is full of. */
const ENGLISH_ASKING =
  "when does why whom whose doing done been being i'm it's " +
  "what's that's please help want wants need needs would could shall may " +
  "not no nor if so very just can't don't doesn't didn't isn't aren't wasn't " +
  "weren't won't ll ve re s t d m there's let us";

const english = new Set([...eng, ...ENGLISH_ASKING.split(" ")]);
const others: readonly ReadonlySet<string>[] = [
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
const unspaced = new Set([...jpn, ...kor, ...tha, ...zho]);

/** What a task tells the assistant to do: in the records these are ordinary words, in a task they say little. */
const REQUEST_WORDS = new Set(
  (
    "write query question answer task find show tell give list explain describe " +
    "follow following use used using given based " +
    "decide determine identify return provide create make look check next step sql claim true false"
  ).split(" "),
);

/** True for a word (lower case) by which a task addresses the assistant and not the records. */
export function isRequestWord(word: string): boolean {
  return REQUEST_WORDS.has(word);
}

/** The stop list that fits most of `words` (lower case); English unless another language fits strictly better. */
export function stopWordsFor(words: readonly string[]): ReadonlySet<string> {
  let best: ReadonlySet<string> = english;
  let bestHits = hits(english, words);
  for (const list of others) {
    const found = hits(list, words);
    if (found > bestHits) {
      best = list;
      bestHits = found;
    }
  }
  return best;
}

/** True for a character or short run of a script without spaces that carries grammar only. */
export function isUnspacedStopWord(run: string): boolean {
  return unspaced.has(run);
}

function hits(list: ReadonlySet<string>, words: readonly string[]): number {
  let count = 0;
  for (const word of words) if (list.has(word)) count += 1;
  return count;
}
