// Takes the second hop of a question: the best article names something that the task did not, and another article is
// about that.
// In: the analysed request and a first score. Out: terms of the best block to search for (a bridge), and a gain for
// articles that the best one names in full. Builds no bridge for long tasks.
import { float64s } from "../../../text/arrays.ts";
import { eachWord } from "../../../text/words.ts";
import type { Analysed } from "../../analyse.ts";
import { areTitledArticles } from "../../index/shape.ts";
import type { SegmentedRecord } from "../../model.ts";
import { isDocument } from "../../record-kinds.ts";
import { RELATED_PART } from "../feedback.ts";
import { NO_TERMS, rarity, type SearchTerms, searchTerms } from "../search-terms.ts";
import { bestBlocks, NO_GAIN, partOf, type UnitParts } from "../unit-scores.ts";

interface Article {
  readonly title: string;
  /** Index of its record. */
  readonly record: number;
  /** Its units are `first` up to `next`, numbered across all records. */
  readonly first: number;
  readonly next: number;
}

/** With fewer passages there is little to choose from. */
const PASSAGES_MIN = 4;

/** A passage's title is this close to its start. UTF-16 units. */
const OPENING_LENGTH = 200;

/** A title in JSON, or in JSON inside a string. */
const TITLE = /\\{0,3}"(?:title|name|heading|headline)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"([^"\\]{1,120})/i;

/** More than this share of the titles must differ: a title that all articles share names nothing. */
const DISTINCT_SHARE = 0.5;

/** A document among the records, with the number of its first unit across all records. */
interface Placed {
  readonly document: SegmentedRecord;
  readonly record: number;
  readonly first: number;
}

export function findArticles(records: readonly SegmentedRecord[]): readonly Article[] {
  const placed: Placed[] = [];
  let first = 0;
  for (const [record, document] of records.entries()) {
    if (isDocument(document)) placed.push({ document, record, first });
    first += document.units.length;
  }
  const articles = areTitledArticles(placed.map(({ document }) => document))
    ? placed.map(wholeArticle)
    : passageArticles(placed);
  const titles = new Set(articles.map(({ title }) => title)).size;
  return titles > DISTINCT_SHARE * articles.length ? articles : [];
}

function wholeArticle({ document: { title, units }, record, first }: Placed): Article {
  return { title: title ?? "", record, first, next: first + units.length };
}

/** The passages of all documents; empty if any document has too few. */
function passageArticles(placed: readonly Placed[]): readonly Article[] {
  const articles: Article[] = [];
  for (const { document, record, first: offset } of placed) {
    const { units, source } = document;
    const before = articles.length;
    let first = 0;
    for (let unit = 1; unit <= units.length; unit += 1) {
      if (units[unit]?.passage === units[first]?.passage) continue;
      const start = units[first]?.start ?? 0;
      const title = TITLE.exec(source.text.slice(start, start + OPENING_LENGTH))?.[1] ?? "";
      articles.push({ title, record, first: offset + first, next: offset + unit });
      first = unit;
    }
    if (articles.length - before < PASSAGES_MIN) return [];
  }
  return articles;
}

export interface BridgeSettings {
  /** Weight of a bridge term, against 1 for a word of the task; 0 turns bridging off. */
  readonly weight: number;
  /** A task with more terms gets no bridge, because it says what it needs. */
  readonly queryTermsMax: number;
  /** How many terms are added. */
  readonly terms: number;
  /** All bridge terms together weigh at most this multiple of the weight of the task's own words in these records. */
  readonly massMax: number;
}

const BRIDGE_PART = "bridge";

/** The terms that the best article adds, and that article, at which the bridge starts. */
export interface Bridge {
  readonly terms: SearchTerms;
  readonly articles: readonly Article[];
  /** Index of the article and its title; -1 and "" if there is no bridge. */
  readonly from: number;
  readonly through: string;
}

export const NO_BRIDGE: Bridge = { terms: NO_TERMS, articles: [], from: -1, through: "" };

export function bridgeFrom(
  { records, corpus, query }: Analysed,
  unitScores: Float64Array,
  taskMass: number,
  settings: BridgeSettings,
): Bridge {
  if (settings.weight <= 0 || query.terms.length > settings.queryTermsMax) return NO_BRIDGE;
  const articles = findArticles(records);
  const best = articles.length === 0 ? undefined : bestBlocks(corpus, unitScores, 1)[0];
  const from = articles.findIndex(({ first, next }) => best !== undefined && first <= best.unit && best.unit < next);
  if (best === undefined || from < 0) return NO_BRIDGE;
  const taskTerms = new Set(query.terms);
  const found = new Map<number, number>();
  for (let at = best.from; at < best.to; at += 1) {
    const term = corpus.terms[at] ?? 0;
    const frequency = corpus.blockFrequency[term] ?? 0;
    if (!taskTerms.has(term) && frequency > 1) found.set(term, rarity(corpus, term));
  }
  const rarest = [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, settings.terms);
  const mass = settings.weight * rarest.reduce((sum, [, rare]) => sum + rare, 0);
  const weight = settings.weight * Math.min(1, (settings.massMax * taskMass) / mass);
  const terms = searchTerms(BRIDGE_PART, new Map(rarest.map(([term]) => [term, weight])));
  return { terms, articles, from, through: articles[from]?.title ?? "" };
}

/**
 * Counts the bridge terms of the article where the bridge starts as related terms: its own words confirm it. Without
 * them, the article at the far end would overtake the one that leads to it.
 */
export function creditBridgeSource({ articles, from }: Bridge, parts: UnitParts): void {
  const bridged = parts.get(BRIDGE_PART);
  const near = articles[from];
  if (bridged === undefined || near === undefined) return;
  const related = partOf(parts, RELATED_PART, bridged.length);
  for (let unit = near.first; unit < near.next; unit += 1) {
    related[unit] = (related[unit] ?? 0) + (bridged[unit] ?? 0);
    bridged[unit] = 0;
  }
}

/** A longer title is a sentence, and no text repeats it. */
const TITLE_WORDS_MAX = 8;

/** Shorter titles match by chance. UTF-16 units. */
const TITLE_LENGTH_MIN = 4;

/** A shorter unit is a bare title, so the next unit gains as well. UTF-16 units. */
const TITLE_UNIT_LENGTH_MAX = 120;

/**
 * Scores by unit.
 * @param bridge starts at the article that names others
 * @param gain what each named article gains
 */
export function namedTitleScores(
  records: readonly SegmentedRecord[],
  { articles, from }: Pick<Bridge, "articles" | "from">,
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
 * The title without its disambiguation: texts call `Mercury (planet)` just `Mercury`. Empty if no text would use it.
 */
function nameOf({ title }: Article): string {
  const bracket = title.indexOf(" (");
  const words = lowerCaseWords(bracket > 0 ? title.slice(0, bracket) : title);
  const name = words.length <= TITLE_WORDS_MAX ? words.join(" ") : "";
  return name.length >= TITLE_LENGTH_MIN ? name : "";
}

/** The names that occur in the text as runs of words. Keeps at most one open run for each word of a name. */
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

/** The first word of each name, its first two, and so on up to the whole name. */
function beginningsOf(names: ReadonlySet<string>): ReadonlySet<string> {
  const beginnings = new Set(names);
  for (const name of names) {
    for (let blank = name.indexOf(" "); blank >= 0; blank = name.indexOf(" ", blank + 1)) {
      beginnings.add(name.slice(0, blank));
    }
  }
  return beginnings;
}

function lowerCaseWords(text: string): readonly string[] {
  const words: string[] = [];
  eachWord(text, 0, text.length, (start, end) => words.push(text.slice(start, end).toLowerCase()));
  return words;
}
