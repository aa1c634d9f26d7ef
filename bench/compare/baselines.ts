// What people use instead of Winnow, as functions: records, a prompt and a budget in, the text to send out. None goes
// over the budget: each takes its pieces in its own order and keeps those that still fit.
import type { SourceRecord } from "../../src/engine/model.ts";
import { selectByHand } from "./minisearch.ts";

export interface Asked {
  readonly records: readonly SourceRecord[];
  readonly prompt: string;
  readonly maxTokens: number;
  /** The o200k_base tokens of a text. */
  readonly count: (text: string) => number;
}

export type Baseline = (asked: Asked) => string;

/** BM25's constants, as Lucene and most libraries ship them (Robertson and Zaragoza, 2009, section 3.5). */
const K1 = 1.2;
const B = 0.75;

const STOP_WORDS = new Set(
  `a an and are as at be but by did do does for from had has have how in into is it its of on or that the their there
  these they this to was were what when where which who whom whose why will with`.split(/\s+/),
);

export const baselines: Readonly<Record<string, Baseline>> = {
  "the first records that fit": ({ records, ...rest }) => filled(records.map(textOf), inOrder(records.length), rest),
  "the newest records that fit": ({ records, ...rest }) =>
    filled(records.map(textOf), inOrder(records.length).toReversed(), rest),
  "BM25 over whole records": ({ records, prompt, ...rest }) => {
    const order = ranked(
      records.map(({ title, text }) => `${title ?? ""} ${text}`),
      prompt,
    );
    return filled(records.map(textOf), order, rest);
  },
  "BM25 over lines": ({ records, prompt, ...rest }) => {
    const lines = records.flatMap(({ text }) => text.split("\n").filter((line) => line.trim() !== ""));
    return filled(lines, ranked(lines, prompt), rest);
  },
  "MiniSearch over whole records": ({ records, prompt, maxTokens, count }) => {
    const chosen = selectByHand(records, prompt, maxTokens, (at) => count(textOf(records[at])) + SEPARATOR_TOKENS);
    return chosen.map((at) => textOf(records[at])).join("\n");
  },
};

/** A line break between two pieces. */
const SEPARATOR_TOKENS = 1;

/** The pieces that fit, taken in `order` and given in their own. */
export function filled(
  pieces: readonly string[],
  order: readonly number[],
  { maxTokens, count }: Pick<Asked, "maxTokens" | "count">,
): string {
  let left = maxTokens;
  const taken: number[] = [];
  for (const at of order) {
    const tokens = count(pieces[at] ?? "") + SEPARATOR_TOKENS;
    if (tokens > left) continue;
    left -= tokens;
    taken.push(at);
  }
  return taken
    .toSorted((a, b) => a - b)
    .map((at) => pieces[at])
    .join("\n");
}

/** The indices of the texts, best first by BM25; equal scores in their own order. */
export function ranked(texts: readonly string[], prompt: string): readonly number[] {
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
  return inOrder(texts.length).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
}

function inOrder(length: number): readonly number[] {
  return Array.from({ length }, (_, at) => at);
}

function textOf(record: SourceRecord | undefined): string {
  return record?.text ?? "";
}
