// The second hop: the best record names what the task did not, and another record is about that.
// In: the corpus and a first score. Out: terms of the best block that are titles of other records.
// Must stay quiet for long tasks and untitled records: there the hop is a guess.
import type { Analysed } from "./analyse.ts";
import { bestBlocks } from "./feedback.ts";
import { rarity, type SearchTerm } from "./levels.ts";

export interface BridgeSettings {
  /** Weight of a bridging term against 1 for a word of the task; 0 turns bridging off. */
  readonly weight: number;
  /** Tasks with more terms than this say themselves what they need. */
  readonly queryTermsMax: number;
  /** How many terms are taken along. */
  readonly terms: number;
}

export const BRIDGE_PART = "bridge";

/** What the best record names, and that record's title: the bridge's near end. */
export interface Bridge {
  readonly terms: readonly SearchTerm[];
  readonly through: string;
}

const NO_BRIDGE: Bridge = { terms: [], through: "" };

export function bridgeFrom(
  { corpus, query, records }: Analysed,
  unitScores: Float64Array,
  settings: BridgeSettings,
): Bridge {
  const titled = records.every(({ source }) => source.title !== null && source.kind === "external_data");
  if (settings.weight <= 0 || !titled || query.terms.length > settings.queryTermsMax) return NO_BRIDGE;
  const best = bestBlocks(corpus, unitScores, 1)[0];
  if (best === undefined) return NO_BRIDGE;
  const asked = new Set(query.terms.map(({ term }) => term));
  const found = new Map<number, number>();
  for (let at = best.from; at < best.to; at += 1) {
    const term = corpus.terms[at] ?? 0;
    const frequency = corpus.blockFrequency[term] ?? 0;
    if (!asked.has(term) && frequency > 1) found.set(term, rarity(corpus, term));
  }
  const terms = [...found]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, settings.terms)
    .map(([term]) => ({ term, weight: settings.weight, part: BRIDGE_PART }));
  return { terms, through: records[best.record]?.source.title ?? "" };
}
