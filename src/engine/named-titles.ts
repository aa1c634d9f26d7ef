// The second hop by name: what the best record names in full is likely to be what the task needs next.
// In: titled records and the one a bridge starts from. Out: what the first unit of each record named there gains.
// Must read the naming record once: runs of words are looked up among the titles, not titles in the text.
import { eachWord } from "../text/words.ts";
import type { SegmentedRecord } from "./model.ts";

/** Titles of more words than this are sentences, which no text repeats by chance or by name. */
const TITLE_WORDS_MAX = 8;

/** Shorter titles are found by chance. UTF-16 units. */
const TITLE_LENGTH_MIN = 4;

/**
 * Scores by unit.
 * @param from index of the record that names others; -1 for none
 * @param gain what each of them gains
 */
export function namedTitleScores(records: readonly SegmentedRecord[], from: number, gain: number): Float64Array {
  const gained = new Float64Array(records.reduce((sum, { units }) => sum + units.length, 0));
  const naming = records[from];
  if (naming === undefined || gain <= 0) return gained;
  const named = runsOf(naming.source.text);
  const own = nameOf(naming);
  let first = 0;
  for (const record of records) {
    const name = nameOf(record);
    if (name.length >= TITLE_LENGTH_MIN && name !== own && named.has(name)) gained[first] = gain;
    first += record.units.length;
  }
  return gained;
}

/** A title without what tells it from others of the same name: `Mercury (planet)` is named as `Mercury`. */
function nameOf({ source }: SegmentedRecord): string {
  const title = source.title ?? "";
  const bracket = title.indexOf(" (");
  return wordsOf(bracket > 0 ? title.slice(0, bracket) : title).join(" ");
}

/** Every run of words up to the longest title, in lower case. */
function runsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text);
  const runs = new Set<string>();
  for (let from = 0; from < words.length; from += 1) {
    let run = "";
    for (let at = from; at < words.length && at < from + TITLE_WORDS_MAX; at += 1) {
      run = run === "" ? (words[at] ?? "") : `${run} ${words[at] ?? ""}`;
      runs.add(run);
    }
  }
  return runs;
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  eachWord(text, 0, text.length, (start, end) => words.push(text.slice(start, end).toLowerCase()));
  return words;
}
