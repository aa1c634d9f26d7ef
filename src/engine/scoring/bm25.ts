// The BM25 formula on plain numbers (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
// In: counts. Out: a weight. Must be finite for every finite input.

export interface Bm25Settings {
  /** How fast repeating a word stops to count, 0.6 to 2; 0 counts presence only. */
  readonly k1: number;
  /** How much a longer text is held against a match, 0 (not) to 1 (fully). */
  readonly b: number;
}

/**
 * Rarity (idf) of a term that occurs in `frequency` of `total` texts. With 1 added, as Lucene does, it stays above 0
 * even for a term of every text.
 */
export function inverseFrequency(frequency: number, total: number): number {
  return Math.log(1 + (Math.max(0, total - frequency) + 0.5) / (frequency + 0.5));
}

/** What the length of a text, in terms, holds against every term in it. */
export function lengthPull(length: number, meanLength: number, { k1, b }: Bm25Settings): number {
  const relative = meanLength > 0 ? length / meanLength : 1;
  return k1 * (1 - b + b * relative);
}

/** The saturated count, 0 to k1 + 1, of a term that occurs `count` times in a text with that pull. */
export function saturated(count: number, pull: number, { k1 }: Bm25Settings): number {
  return count <= 0 ? 0 : (count * (k1 + 1)) / (count + pull);
}
