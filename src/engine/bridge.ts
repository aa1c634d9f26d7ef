// The second hop: the best record names what the task did not, and another record is about that.
// In: the corpus and a first score. Out: terms of the best block that are titles of other records.
// Must stay quiet for long tasks and untitled records: there the hop is a guess.
import type { Analysed } from "./analyse.ts";
import { bestBlocks, RELATED_PART } from "./feedback.ts";
import { partOf, rarity, type SearchTerm, type UnitParts } from "./levels.ts";

export interface BridgeSettings {
  /** Weight of a bridging term against 1 for a word of the task; 0 turns bridging off. */
  readonly weight: number;
  /** Tasks with more terms than this say themselves what they need. */
  readonly queryTermsMax: number;
  /** How many terms are taken along. */
  readonly terms: number;
}

export const BRIDGE_PART = "bridge";

/** What the best record names, and where that record stands: the bridge's near end. */
export interface Bridge {
  readonly terms: readonly SearchTerm[];
  /** Index of the record and its title; -1 and "" where there is no bridge. */
  readonly from: number;
  readonly through: string;
}

const NO_BRIDGE: Bridge = { terms: [], from: -1, through: "" };

export function bridgeFrom(
  { corpus, query, records }: Analysed,
  unitScores: Float64Array,
  settings: BridgeSettings,
): Bridge {
  const titled = records.every(({ source }) => source.title !== null && source.kind === "external_data");
  // A title that most records share (a thread's subject) names none of them.
  const names = new Set(records.map(({ source }) => source.title)).size;
  if (settings.weight <= 0 || !titled || 2 * names <= records.length || query.terms.length > settings.queryTermsMax)
    return NO_BRIDGE;
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
  return { terms, from: best.record, through: records[best.record]?.source.title ?? "" };
}

/**
 * At the near end the bridge's words are the record's own: they confirm it, and are counted as related terms. Without
 * them there the far end would overtake the record that leads to it.
 */
export function settleNearEnd({ corpus }: Analysed, { from }: Bridge, parts: UnitParts): void {
  const bridged = parts.get(BRIDGE_PART);
  if (bridged === undefined || from < 0) return;
  const related = partOf(parts, RELATED_PART, bridged.length);
  for (let unit = 0; unit < bridged.length; unit += 1) {
    if (corpus.recordOf[unit] !== from) continue;
    related[unit] = (related[unit] ?? 0) + (bridged[unit] ?? 0);
    bridged[unit] = 0;
  }
}
