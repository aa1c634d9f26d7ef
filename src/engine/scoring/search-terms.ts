// Chooses weighted terms to search for: the task's own and, in an agent's trace, those of its newest step.
// In: the analysed request. Out: terms in columns, each with its weight and the part of the score it adds to.
import { flagged, float64s, int32s, uint8s } from "../../text/arrays.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../index/corpus.ts";
import { isVerbatim } from "../index/query.ts";
import { distinctContentTerms, isOfOthers } from "../index/query-words.ts";
import { inverseFrequency } from "./bm25.ts";

/** Terms to search for, in columns. A term's index is its slot. */
export interface SearchTerms {
  readonly terms: Int32Array;
  readonly weights: Float64Array;
  /** Names of the score parts, and which part each term adds to. */
  readonly parts: readonly string[];
  readonly partOf: Uint8Array;
}

/** Weighted terms that all add to one part of the score. */
export function searchTerms(part: string, weights: ReadonlyMap<number, number>): SearchTerms {
  const terms = int32s(weights.size);
  const weightOf = float64s(weights.size);
  let slot = 0;
  for (const [term, weight] of weights) {
    terms[slot] = term;
    weightOf[slot] = weight;
    slot += 1;
  }
  return { terms, weights: weightOf, parts: [part], partOf: uint8s(weights.size) };
}

export const NO_TERMS = searchTerms("", new Map());

/** The idf of a term over the blocks of this request. */
export function rarity({ blockFrequency, blocks }: Corpus, term: number): number {
  return inverseFrequency(blockFrequency[term] ?? 0, blocks);
}

const LANGUAGE_NAMES =
  "python javascript typescript java ruby rust golang php perl kotlin swift scala haskell julia lua matlab sql bash";

function languageNames(vocabulary: Vocabulary): ReadonlySet<number> {
  return new Set(vocabulary.termsIn(LANGUAGE_NAMES));
}

/** Weights for a long prompt. Without them its common words would outweigh the rare ones. */
export interface LongPromptSettings {
  /**
   * Weight of the commonest word of a long prompt, or of any task about definitions of tools or tables, against 1 for
   * the rarest. Rarity in general writing decides.
   */
  readonly commonWord: number;
  /**
   * Weight of a word that last occurs at the start of a long prompt, against 1 for one at its end. Does not apply to a
   * conversation, in which the request often comes first.
   */
  readonly earlyWord: number;
  /** Weight of a word that stands only in instructions above a request, against 1 for a word of the request. */
  readonly instructionWord: number;
}

/**
 * A prompt is short up to the first number of distinct terms and long from the second, without those that stand only in
 * instructions. In between, the long-prompt weights apply in part.
 */
const PROMPT_TERMS = { short: 30, long: 80 };

/** The task's own words. If the records are code, names of programming languages weigh less. */
export function taskTerms(analysed: Analysed, languageName: number, longPrompt: LongPromptSettings): SearchTerms {
  const { corpus, query, shape } = analysed;
  const { terms, inEntity } = query;
  const weights = promptWeights(analysed, longPrompt);
  const languages = shape.code ? languageNames(corpus.vocabulary) : null;
  const weighed = (weight: number, slot: number) =>
    (languages?.has(terms[slot] ?? 0) === true ? languageName : 1) * weight;
  return {
    terms,
    weights: languages === null ? weights : weights.map(weighed),
    parts: ["keyword", "entity"],
    partOf: inEntity,
  };
}

/** The weights of the query. Returns the same column if nothing changes, since a task may have a million terms. */
function promptWeights({ query, rarities, shape }: Analysed, settings: LongPromptSettings): Float64Array {
  const { commonWord, instructionWord } = settings;
  const { prompt, askerTurns, words, lastWords, weights } = query;
  const { definitions } = shape;
  const isAside = (slot: number) => prompt.hasInstructions && isOfOthers(prompt, lastWords[slot] ?? 0);
  const asides = prompt.hasInstructions ? weights.reduce((sum, _, slot) => sum + (isAside(slot) ? 1 : 0), 0) : 0;
  const reach = (weights.length - asides - PROMPT_TERMS.short) / (PROMPT_TERMS.long - PROMPT_TERMS.short);
  if (reach <= 0 && !definitions && !prompt.hasInstructions) return weights;
  // A definition shares few words with a task, so even in a short task common words (`one`, `back`) would drown those
  // few. The task may state what it needs first, so the order of its words says nothing.
  const share = definitions ? 1 : Math.max(0, Math.min(1, reach));
  const earlyWord = definitions ? 1 : settings.earlyWord;
  const beginning = askerTurns.length > 1 ? 0 : 1 - earlyWord;
  return weights.map((weight, slot) => {
    if ((words[slot] ?? 0) >= prompt.count) return weight;
    const common = isVerbatim(query, slot) ? 0 : (1 - commonWord) * (1 - (rarities[slot] ?? 0));
    const early = beginning * (1 - (lastWords[slot] ?? 0) / prompt.count);
    const aside = isAside(slot) ? instructionWord : 1;
    return aside * weight * (1 - share * common) * (1 - share * early);
  });
}

export interface FocusSettings {
  /** Weight of a word of the newest step, against 1 for a word of the task; 0 turns focus off. */
  readonly weight: number;
  /** How many of the last records are read for the agent's own words. */
  readonly records: number;
  /** At most this many terms are taken, the newest first. */
  readonly termsMax: number;
}

const FOCUS_PART = "focus";

/** Only this much of the start of a text is read. UTF-16 units. */
const THOUGHT_LENGTH_MAX = 2000;

export function focusTerms({ records, corpus, query }: Analysed, settings: FocusSettings): SearchTerms {
  if (settings.weight <= 0) return NO_TERMS;
  const isTaskTerm = flagged(corpus.vocabulary.size(), query.terms);
  const found = new Map<number, number>();
  for (const { source, kind } of records.slice(-settings.records).reverse()) {
    if (kind !== "llm_response" && kind !== "tool_call") continue;
    for (const term of distinctContentTerms(source.text.slice(0, THOUGHT_LENGTH_MAX), corpus.vocabulary)) {
      if (found.size >= settings.termsMax) break;
      if (isTaskTerm[term] !== 1 && (corpus.blockFrequency[term] ?? 0) > 1) found.set(term, settings.weight);
    }
  }
  return searchTerms(FOCUS_PART, found);
}
