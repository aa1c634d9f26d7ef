// Pseudo-relevance feedback: the words that the best blocks share and the task did not say.
// In: the corpus and a first score a unit. Out: terms to search for besides. Must add nothing when nothing matched.
import type { Corpus } from "../corpus/corpus.ts";
import type { Searched } from "../corpus/hits.ts";
import { placesByRank } from "./by-rank.ts";
import { rarity, type SearchTerm } from "./levels.ts";

export interface FeedbackSettings {
  /** How many of the best blocks are read; 0 turns feedback off. */
  readonly blocks: number;
  /** How many terms are taken from them. */
  readonly terms: number;
  /** Weight of the strongest of them, against 1 for a word of the task. */
  readonly weight: number;
  /** All of them together weigh at most this share of what the task's own words weigh. */
  readonly massMax: number;
  /** Blocks that score less than this share of the best one are not read. */
  readonly scoreShareMin: number;
  /** A term must stand in at least this many of the blocks read. */
  readonly sharedMin: number;
}

export const RELATED_PART = "related";

export interface Feedback {
  readonly terms: readonly SearchTerm[];
  /** Indices of the records whose blocks were read: that they hold their own words is no reason to send them. */
  readonly from: ReadonlySet<number>;
}

export const NO_FEEDBACK: Feedback = { terms: [], from: new Set() };

export function feedbackTerms(
  corpus: Corpus,
  unitScores: Float64Array,
  asked: readonly SearchTerm[],
  breadth: number,
  settings: FeedbackSettings,
): Feedback {
  const found = bestBlocks(corpus, unitScores, settings.blocks);
  const top = found[0]?.score ?? 0;
  const best = found.filter(({ score }) => score >= settings.scoreShareMin * top);
  const ranked = sharedTerms(corpus, best, asked, settings);
  const most = ranked[0]?.worth ?? 0;
  const weights = ranked.map(({ worth }) => (settings.weight * worth) / most);
  const mass = ranked.reduce((sum, { term }, at) => sum + (weights[at] ?? 0) * rarity(corpus, term), 0);
  const askedMass = asked.reduce((sum, { term, weight }) => sum + weight * heldRarity(corpus, term), 0);
  const scale = mass > 0 ? Math.min(1, (breadth * settings.massMax * askedMass) / mass) : 0;
  const terms = ranked.map(({ term }, at) => ({ term, weight: scale * (weights[at] ?? 0), part: RELATED_PART }));
  return { terms, from: new Set(best.map(({ record }) => record)) };
}

interface RankedTerm {
  readonly term: number;
  readonly worth: number;
}

/** A term of the blocks read: how many hold it, how strongly, and how often the one being read does. */
interface MetTerm {
  readonly term: number;
  strength: number;
  blocks: number;
  count: number;
}

/** What is marked of the task's own terms; for another its place among those met, from 1 on. */
const ASKED = -1;

/** The terms of the blocks, those first that are in many good ones and in few others. */
function sharedTerms(
  corpus: Corpus,
  blocks: readonly BlockRange[],
  asked: readonly Searched[],
  settings: FeedbackSettings,
): readonly RankedTerm[] {
  const needed = Math.min(settings.sharedMin, blocks.length);
  const shared: RankedTerm[] = [];
  for (const { term, strength, blocks: holding } of termsMet(corpus, blocks, asked)) {
    if (holding < needed || (corpus.blockFrequency[term] ?? 0) <= 1) continue;
    const isLetter = ((corpus.starts[term] ?? 0) & 0xffff) === 0;
    if (!isLetter) shared.push({ term, worth: strength * rarity(corpus, term) });
  }
  return shared.sort(byWorth).slice(0, settings.terms);
}

function byWorth(a: RankedTerm, b: RankedTerm): number {
  return b.worth - a.worth || a.term - b.term;
}

/** The terms of the blocks but those of the task. */
function termsMet(
  { terms, lexicon }: Corpus,
  blocks: readonly BlockRange[],
  asked: readonly Searched[],
): readonly MetTerm[] {
  const top = blocks[0]?.score ?? 0;
  const marks = new Int32Array(lexicon.size());
  for (const { term } of asked) marks[term] = ASKED;
  const met: MetTerm[] = [];
  for (const { from, to, score } of blocks) {
    const here: MetTerm[] = [];
    for (let at = from; at < to; at += 1) {
      const term = terms[at] ?? 0;
      if (marks[term] === ASKED) continue;
      if (marks[term] === 0) marks[term] = met.push({ term, strength: 0, blocks: 0, count: 0 });
      const known = met[(marks[term] ?? 0) - 1];
      if (known === undefined) continue;
      if (known.count === 0) here.push(known);
      known.count += 1;
    }
    for (const known of here) {
      known.strength += (score / top) * (known.count / (known.count + 1));
      known.blocks += 1;
      known.count = 0;
    }
  }
  return met;
}

/** Rarity of a term that the records hold; a term they do not hold weighs nothing. */
function heldRarity(corpus: Corpus, term: number): number {
  return (corpus.blockFrequency[term] ?? 0) > 0 ? rarity(corpus, term) : 0;
}

interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** Index of the record the block lies in. */
  readonly record: number;
  /** Number of its first unit. */
  readonly unit: number;
}

/** The blocks whose best unit scores highest, best first. */
export function bestBlocks(
  { groupings, unitFrom }: Corpus,
  unitScores: Float64Array,
  count: number,
): readonly BlockRange[] {
  const { firstUnit, recordOfGroup } = groupings.block;
  const scores = new Float64Array(firstUnit.length - 1);
  for (let block = 0; block < scores.length; block += 1) {
    const next = firstUnit[block + 1] ?? 0;
    let score = 0;
    for (let unit = firstUnit[block] ?? 0; unit < next; unit += 1) score = Math.max(score, unitScores[unit] ?? 0);
    scores[block] = score;
  }
  const best: BlockRange[] = [];
  for (const block of placesByRank(scores, Number.MIN_VALUE).subarray(0, count)) {
    const unit = firstUnit[block] ?? 0;
    const from = unitFrom[unit] ?? 0;
    const to = unitFrom[firstUnit[block + 1] ?? 0] ?? 0;
    best.push({ from, to, record: recordOfGroup?.[block] ?? 0, unit, score: scores[block] ?? 0 });
  }
  return best;
}
