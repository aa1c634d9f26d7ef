// What people use instead of Winnow: five ways to pick pieces of records until a budget is full.
// In: records and a prompt. Out: a ranking of pieces, and the text to send. No text exceeds its budget: pieces are
// taken in the order of their ranks, and a piece that no longer fits is skipped.
import MiniSearch from "minisearch";
import type { SourceRecord } from "../engine/model.ts";

interface Ranking {
  /** Texts, in order of arrival. */
  readonly pieces: readonly string[];
  /** Indices of pieces, best first; a piece without a rank is never sent. */
  readonly order: readonly number[];
}

export type Baseline = (records: readonly SourceRecord[], prompt: string) => Ranking;

export const baselines: Readonly<Record<string, Baseline>> = {
  "the first records that fit": (records) => ranking(records.map(textOf)),
  "the newest records that fit": (records) => {
    const { pieces, order } = ranking(records.map(textOf));
    return { pieces, order: order.toReversed() };
  },
  "BM25 over whole records": (records, prompt) => {
    const indexed = records.map(({ title, text }) => `${title ?? ""} ${text}`);
    return { pieces: records.map(textOf), order: rankByBm25(indexed, prompt) };
  },
  "BM25 over lines": (records, prompt) => {
    const lines = records.flatMap(({ text }) => text.split("\n").filter((line) => line.trim() !== ""));
    return { pieces: lines, order: rankByBm25(lines, prompt) };
  },
  "MiniSearch over whole records": (records, prompt) => {
    return { pieces: records.map(textOf), order: rankByMiniSearch(records, prompt) };
  },
};

/** Pieces ranked in their own order. */
export function ranking(pieces: readonly string[]): Ranking {
  return { pieces, order: pieces.map((_, at) => at) };
}

/** Tokens of the line break between two pieces. */
const SEPARATOR_TOKENS = 1;

/**
 * Fills budgets from one ranking. Each piece is counted once, when a budget first reaches it.
 * @param count the tokens of a text
 * @returns the pieces that fit into a number of tokens, in order of arrival, one per line
 */
export function fillBudgets(
  { pieces, order }: Ranking,
  count: (text: string) => number,
): (maxContextTokens: number) => string {
  const counted = new Map<number, number>();
  const tokensOf = (at: number): number => {
    const tokens = counted.get(at) ?? count(pieces[at] ?? "") + SEPARATOR_TOKENS;
    counted.set(at, tokens);
    return tokens;
  };
  return (maxContextTokens) =>
    fitting(order, maxContextTokens, tokensOf)
      .map((at) => pieces[at])
      .join("\n");
}

/**
 * @param order indices, best first
 * @param tokensOf the tokens of a piece; called for every ranked piece
 * @returns the indices that fit, ascending; one that no longer fits is skipped
 */
export function fitting(
  order: readonly number[],
  maxContextTokens: number,
  tokensOf: (at: number) => number,
): readonly number[] {
  let left = maxContextTokens;
  const taken = order.filter((at) => {
    const tokens = tokensOf(at);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return taken.sort((a, b) => a - b);
}

interface Searched {
  readonly title?: string | null | undefined;
  readonly text: string;
}

/** @returns the indices of the records that share a word with the prompt, best first, by MiniSearch's own defaults */
export function rankByMiniSearch(records: readonly Searched[], prompt: string): readonly number[] {
  const index = new MiniSearch({ fields: ["title", "text"], idField: "at" });
  index.addAll(records.map(({ title, text }, at) => ({ at, title, text })));
  return index.search(prompt).map(({ id }): number => id);
}

/** BM25's constants, as Lucene and most libraries ship them (Robertson and Zaragoza, 2009, section 3.5). */
const K1 = 1.2;
const B = 0.75;

const STOP_WORDS = new Set(
  `a an and are as at be but by did do does for from had has have how in into is it its of on or that the their there
  these they this to was were what when where which who whom whose why will with`.split(/\s+/),
);

/** @returns the indices of the texts, best first; equal scores keep their order */
export function rankByBm25(texts: readonly string[], prompt: string): readonly number[] {
  const documents = texts.map(wordsOf);
  const holding = new Map<string, number>();
  for (const words of documents) for (const word of new Set(words)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const mean = documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length);
  const query = new Set(wordsOf(prompt));
  const scores = documents.map((words) => {
    const frequency = new Map<string, number>();
    for (const word of words) if (query.has(word)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    const length = 1 - B + (B * words.length) / Math.max(1, mean);
    return [...frequency].reduce((sum, [word, count]) => {
      const documentFrequency = holding.get(word) ?? 0;
      const idf = Math.log(1 + (documents.length - documentFrequency + 0.5) / (documentFrequency + 0.5));
      return sum + (idf * count * (K1 + 1)) / (count + K1 * length);
    }, 0);
  });
  return texts.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
}

function textOf({ text }: SourceRecord): string {
  return text;
}
