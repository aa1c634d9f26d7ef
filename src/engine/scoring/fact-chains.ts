// Many single facts: the answer is a chain of them, whose middle shares words with other links and not with the task.
// In: the corpus and a first score. Out: what each fact gains, by how much of it the task and the best facts explain.
// Must stay quiet for anything but a pool of short untitled records. Linear in terms: few facts are read.
import { flagged } from "../../text/flags.ts";
import { float64s, giveBack, int32s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import type { SegmentedRecord } from "../model.ts";
import { rarity } from "./search-terms.ts";
import { NO_GAIN } from "./unit-parts.ts";

export interface FactChainSettings {
  /** What a fact gains all of whose words the task or the best facts hold, as a share of the best score; 0 is off. */
  readonly weight: number;
  /** How many of the best facts lend their words. */
  readonly facts: number;
}

/** Fewer records than this need no chain: there is little to choose from. */
const FACTS_MIN = 10;

/** A fact is one sentence, about this long at most. Tokens. */
const FACT_TOKENS_MAX = 60;

export function factChainScores(
  { corpus, query, records }: Analysed,
  scores: Float64Array,
  settings: FactChainSettings,
): Float64Array {
  if (settings.weight <= 0 || records.length < FACTS_MIN || !records.every(isFact)) return NO_GAIN;
  // Each record is one unit, so that units and records have the same numbers.
  const best = [...scores.keys()]
    .filter((unit) => (scores[unit] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, settings.facts);
  const top = scores[best[0] ?? -1] ?? 0;
  if (top <= 0) return NO_GAIN;
  const gained = float64s(scores.length);
  const { terms, unitFrom, ownTo, starts } = corpus;
  const termsOf = (unit: number) => new Set(terms.subarray(unitFrom[unit] ?? 0, ownTo[unit] ?? 0));
  const isAsked = flagged(starts.length, query.terms);
  const lenders = best.map((unit) => ({ unit, terms: termsOf(unit), share: (scores[unit] ?? 0) / top }));
  /** The fact that each term was last met in. A set for each of 50,000 facts costs a fifth of all scoring. */
  const lastUnit = int32s(starts.length).fill(-1);
  for (let unit = 0; unit < scores.length; unit += 1) {
    let all = 0;
    let explained = 0;
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (lastUnit[term] === unit || ((starts[term] ?? 0) & 0xffff) === 0) continue;
      lastUnit[term] = unit;
      const worth = rarity(corpus, term);
      all += worth;
      explained += worth * (isAsked[term] === 1 ? 1 : lent(lenders, term, unit));
    }
    if (all > 0) gained[unit] = (settings.weight * top * explained) / all;
  }
  giveBack(isAsked);
  giveBack(lastUnit);
  return gained;
}

/** One of the best facts, and its score as a share of the best. */
interface Lender {
  readonly unit: number;
  readonly terms: ReadonlySet<number>;
  readonly share: number;
}

/** The share of the best of the lenders, which come best first, that holds the term; none lends to itself. */
function lent(lenders: readonly Lender[], term: number, to: number): number {
  for (const { unit, terms, share } of lenders) if (unit !== to && terms.has(term)) return share;
  return 0;
}

function isFact({ source, units, scan }: SegmentedRecord): boolean {
  return (
    source.kind === "external_data" && source.title === null && units.length === 1 && scan.total <= FACT_TOKENS_MAX
  );
}
