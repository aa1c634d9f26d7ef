// What a name can lead to: titled records, or the titled passages of a search tool's result.
// In: the analysed request. Out: the articles in order, none where names are no guide. Must be none in an agent's
// trace: there the next step decides what is looked up, not a name.
import type { Analysed } from "../../analyse.ts";
import type { SegmentedRecord } from "../../model.ts";

export interface Article {
  readonly title: string;
  /** Index of the record that it is or lies in. */
  readonly record: number;
  /** Numbers of its units through all records: from `first` on, `next` is the first behind them. */
  readonly first: number;
  readonly next: number;
}

/** Fewer passages than this are read whole. */
const PASSAGES_MIN = 4;

/** A passage's title stands so near its beginning. UTF-16 units. */
const OPENING_LENGTH = 200;

/** A title in JSON, or in JSON inside a string. */
const TITLE = /\\{0,3}"(?:title|name|heading|headline)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}"([^"\\]{1,120})/i;

/** Share of the titles that must differ: one that a whole thread has names nothing. */
const DISTINCT_SHARE = 0.5;

export function articlesOf({ records, shape }: Analysed): readonly Article[] {
  const titled = records.every(({ source }) => source.title !== null && source.kind === "external_data");
  const articles = titled ? recordArticles(records) : shape.trace ? [] : passageArticles(records);
  const titles = new Set(articles.map(({ title }) => title)).size;
  return titles > DISTINCT_SHARE * articles.length ? articles : [];
}

function recordArticles(records: readonly SegmentedRecord[]): readonly Article[] {
  let next = 0;
  return records.map(({ source, units }, record) => {
    const first = next;
    next += units.length;
    return { title: source.title ?? "", record, first, next };
  });
}

/** The passages of all records; none when a record has no titled passages. */
function passageArticles(records: readonly SegmentedRecord[]): readonly Article[] {
  const articles: Article[] = [];
  let offset = 0;
  for (const [record, { units, source }] of records.entries()) {
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
    offset += units.length;
  }
  return articles;
}
