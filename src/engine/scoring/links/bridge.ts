// The second hop: the best article names what the task did not, and another article is about that.
// In: the corpus, its articles and a first score. Out: words of the best block that stand elsewhere too.
// Must stay quiet for long tasks and where there are no articles: there the hop is a guess.
import type { Analysed } from "../../analyse.ts";
import { bestBlocks } from "../best-blocks.ts";
import { RELATED_PART } from "../terms/feedback.ts";
import { NO_TERMS, rarity, type SearchTerms, searchTerms } from "../terms/search-terms.ts";
import { partOf, type UnitParts } from "../unit-parts.ts";
import type { Article } from "./articles.ts";

export interface BridgeSettings {
  /** Weight of a bridging term against 1 for a word of the task; 0 turns bridging off. */
  readonly weight: number;
  /** Tasks with more terms than this say themselves what they need. */
  readonly queryTermsMax: number;
  /** How many terms are taken along. */
  readonly terms: number;
}

const BRIDGE_PART = "bridge";

/** What the best article names, and where that stands: the bridge's near end. */
export interface Bridge {
  readonly terms: SearchTerms;
  /** Index of the article and its title; -1 and "" where there is no bridge. */
  readonly from: number;
  readonly through: string;
}

const NO_BRIDGE: Bridge = { terms: NO_TERMS, from: -1, through: "" };

export function bridgeFrom(
  { corpus, query }: Analysed,
  articles: readonly Article[],
  unitScores: Float64Array,
  settings: BridgeSettings,
): Bridge {
  if (settings.weight <= 0 || articles.length === 0 || query.terms.length > settings.queryTermsMax) return NO_BRIDGE;
  const best = bestBlocks(corpus, unitScores, 1)[0];
  const from = articles.findIndex(({ next }) => best !== undefined && best.unit < next);
  if (best === undefined || from < 0) return NO_BRIDGE;
  const asked = new Set(query.terms);
  const found = new Map<number, number>();
  for (let at = best.from; at < best.to; at += 1) {
    const term = corpus.terms[at] ?? 0;
    const frequency = corpus.blockFrequency[term] ?? 0;
    if (!asked.has(term) && frequency > 1) found.set(term, rarity(corpus, term));
  }
  const rarest = [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, settings.terms);
  const terms = searchTerms(BRIDGE_PART, new Map(rarest.map(([term]) => [term, settings.weight])));
  return { terms, from, through: articles[from]?.title ?? "" };
}

/**
 * At the near end the bridge's words are the article's own: they confirm it, and are counted as related terms. Without
 * them there the far end would overtake the article that leads to it.
 */
export function settleNearEnd(articles: readonly Article[], { from }: Bridge, parts: UnitParts): void {
  const bridged = parts.get(BRIDGE_PART);
  const near = articles[from];
  if (bridged === undefined || near === undefined) return;
  const related = partOf(parts, RELATED_PART, bridged.length);
  for (let unit = near.first; unit < near.next; unit += 1) {
    related[unit] = (related[unit] ?? 0) + (bridged[unit] ?? 0);
    bridged[unit] = 0;
  }
}
