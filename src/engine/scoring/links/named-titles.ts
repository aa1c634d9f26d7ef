// The second hop by name: what the best article names in full is likely to be what the task needs next.
// In: the articles and the one a bridge starts from. Out: what the first unit of each article named there gains.
// Must read the naming article once and keep nothing of it: words are followed as far as they begin a title.
import { float64s } from "../../../text/slab.ts";
import { eachWord } from "../../../text/words.ts";
import type { SegmentedRecord } from "../../model.ts";
import { NO_GAIN } from "../unit-parts.ts";
import type { Article } from "./articles.ts";

/** Titles of more words than this are sentences, which no text repeats by chance or by name. */
const TITLE_WORDS_MAX = 8;

/** Shorter titles are found by chance. UTF-16 units. */
const TITLE_LENGTH_MIN = 4;

/** A unit up to this length holds a title and no text: what is named gains with the unit behind it. UTF-16 units. */
const TITLE_UNIT_LENGTH_MAX = 120;

/**
 * Scores by unit.
 * @param from index of the article that names others; -1 for none
 * @param gain what each of them gains
 */
export function namedTitleScores(
  records: readonly SegmentedRecord[],
  articles: readonly Article[],
  from: number,
  gain: number,
): Float64Array {
  const naming = articles[from];
  if (naming === undefined || gain <= 0) return NO_GAIN;
  const units = records.flatMap(({ units }) => units);
  const gained = float64s(units.length);
  const names = articles.map(nameOf);
  const searched = new Set(names.filter((name) => name !== "" && name !== names[from]));
  const { text = "" } = records[naming.record]?.source ?? {};
  const named = namesIn(text.slice(units[naming.first]?.start, units[naming.next - 1]?.end), searched);
  for (const [index, { first, next }] of articles.entries()) {
    if (!named.has(names[index] ?? "")) continue;
    gained[first] = gain;
    const { start = 0, end = 0 } = units[first] ?? {};
    if (end - start <= TITLE_UNIT_LENGTH_MAX && first + 1 < next) gained[first + 1] = gain;
  }
  return gained;
}

/**
 * A title without what tells it from others of the same name: `Mercury (planet)` is named as `Mercury`. Empty when no
 * text would name it.
 */
function nameOf({ title }: Article): string {
  const bracket = title.indexOf(" (");
  const words = wordsOf(bracket > 0 ? title.slice(0, bracket) : title);
  const name = words.length <= TITLE_WORDS_MAX ? words.join(" ") : "";
  return name.length >= TITLE_LENGTH_MIN ? name : "";
}

/** Those of the names that stand in the text as runs of its words. Holds at most one run for each word of a name. */
function namesIn(text: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const beginnings = beginningsOf(names);
  const found = new Set<string>();
  let open: string[] = [];
  eachWord(text, 0, text.length, (start, end) => {
    const word = text.slice(start, end).toLowerCase();
    if (open.length === 0 && !beginnings.has(word)) return;
    const runs = open.map((run) => `${run} ${word}`);
    runs.push(word);
    open = runs.filter((run) => beginnings.has(run));
    for (const run of open) if (names.has(run)) found.add(run);
  });
  return found;
}

/** Each name's first word, its first two, and so on to the whole name. */
function beginningsOf(names: ReadonlySet<string>): ReadonlySet<string> {
  const beginnings = new Set(names);
  for (const name of names) {
    for (let blank = name.indexOf(" "); blank >= 0; blank = name.indexOf(" ", blank + 1)) {
      beginnings.add(name.slice(0, blank));
    }
  }
  return beginnings;
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  eachWord(text, 0, text.length, (start, end) => words.push(text.slice(start, end).toLowerCase()));
  return words;
}
