// The BM25 formula on plain numbers (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
// In: counts. Out: a weight. Must be finite for every finite input.

export interface Bm25Settings {
  /** How fast repeating a word stops to count, 0.6 to 2; 0 counts presence only. */
  readonly k1: number;
  /** How much a longer text is held against a match, 0 (not) to 1 (fully). */
  readonly b: number;
}

/** Rarity of a term that occurs in `frequency` of `total` texts; above 0 even for a term of every text. */
export function inverseFrequency(frequency: number, total: number): number {
  return Math.log(1 + (Math.max(0, total - frequency) + 0.5) / (frequency + 0.5));
}

/** The saturated count, 0 to k1 + 1, of a term that occurs `count` times in a text of `length` terms. */
export function saturation(count: number, length: number, meanLength: number, settings: Bm25Settings): number {
  if (count <= 0) return 0;
  const relative = meanLength > 0 ? length / meanLength : 1;
  const pull = settings.k1 * (1 - settings.b + settings.b * relative);
  return (count * (settings.k1 + 1)) / (count + pull);
}
