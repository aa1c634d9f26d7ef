// How relevant is each unit, and thus each record, to the task?
// In: an Analysed. Out: the records, each with a score, its parts and a reason. It must never see a budget.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import type { Postings } from "./index/postings.ts";
import type { ScoredRecord } from "./model.ts";
import { distinctiveNames } from "./packing/headings.ts";
import { discountAddressFields } from "./scoring/address-fields.ts";
import { type Feedback, type FeedbackSettings, feedbackTerms, matchedMass, NO_FEEDBACK } from "./scoring/feedback.ts";
import { lastTurnScores, TURN_PART } from "./scoring/last-turn.ts";
import { addLevels, type LevelSettings } from "./scoring/levels.ts";
import {
  type Bridge,
  type BridgeSettings,
  bridgeFrom,
  creditBridgeSource,
  NO_BRIDGE,
} from "./scoring/links/second-hop.ts";
import { type PriorSettings, priorFactors } from "./scoring/priors.ts";
import { matchedTerms, recordScores } from "./scoring/record-scores.ts";
import { followRules, type RuleSettings } from "./scoring/rules.ts";
import {
  type FocusSettings,
  focusTerms,
  type LongPromptSettings,
  type SearchTerms,
  taskTerms,
} from "./scoring/search-terms.ts";
import { type VariantSettings, variantTerms } from "./scoring/spelling-variants.ts";
import { discountUnmatchedRows, NO_UNITS, unitsWithTaskWord } from "./scoring/table-rows.ts";
import { highest, NO_GAIN, sumOf, type UnitParts } from "./scoring/unit-scores.ts";

export interface ScoreSettings extends RuleSettings {
  readonly levels: LevelSettings;
  /** In a quoted conversation: gain of the unit that matches the last turn best, as a share of the best score. */
  readonly lastTurn: number;
  readonly variants: VariantSettings;
  readonly feedback: FeedbackSettings;
  readonly focus: FocusSettings;
  readonly bridge: BridgeSettings;
  readonly priors: PriorSettings;
  /** Factor for the score of a field that is mostly addresses, such as the links of an API's result. */
  readonly addressFields: number;
  /** Weight of a programming language's name if the records are code. Other words have weight 1. */
  readonly languageName: number;
  readonly longPrompt: LongPromptSettings;
}

export function score(
  analysed: Analysed,
  settings: ScoreSettings,
  checkpoint: Checkpoint = unchecked,
): readonly ScoredRecord[] {
  const { records, task, corpus, shape } = analysed;
  const taskSearch = taskTerms(analysed, settings.languageName, settings.longPrompt);
  const parts: UnitParts = new Map();
  const scoring = { analysed, settings, taskSearch, parts, checkpoint };
  searchForTask(scoring);
  const { feedback, bridge } = searchForRelated(scoring);
  const sum = sumSoFar(scoring);
  const hasTaskWord = shape.holds.tables > 0 ? unitsWithTaskWord(analysed, checkpoint) : NO_UNITS;
  followRules({ analysed, settings, bridge, hasTaskWord, sum, checkpoint }, parts);
  checkpoint();
  if (shape.holds.tables > 0) discountUnmatchedRows(records, parts, hasTaskWord, sum);
  discountAddressFields(records, task.prompt, settings.addressFields, sum, checkpoint);
  const named = records.map(({ title, source: { source } }) => ({ title, source }));
  // A copy scores 0, because its original is scored.
  for (const copy of corpus.copies) sum[copy] = 0;
  return recordScores(records, parts, sum, priorFactors(analysed, settings.priors, checkpoint), {
    names: distinctiveNames(named, task.prompt),
    bridge: bridge.through,
    feedbackRecords: feedback.from,
    matchedTerms: (record) => matchedTerms(analysed, taskSearch.weights, record),
  });
}

interface Scoring {
  readonly analysed: Analysed;
  readonly settings: ScoreSettings;
  /** The task's own words. */
  readonly taskSearch: SearchTerms;
  /** The scores so far. */
  readonly parts: UnitParts;
  readonly checkpoint: Checkpoint;
}

/** Adds the scores of the units for these terms. */
function search({ analysed, settings, parts, checkpoint }: Scoring, terms: SearchTerms, known?: Postings): void {
  checkpoint();
  addLevels(analysed.corpus, terms, settings.levels, parts, known, checkpoint);
}

function sumSoFar({ analysed, parts, checkpoint }: Scoring): Float64Array {
  checkpoint();
  return sumOf(parts, analysed.corpus.blockOf.length);
}

/** Searches for the task's own words, for the last turn of a conversation in the prompt, and for spelling variants. */
function searchForTask(scoring: Scoring): void {
  const { analysed, settings, taskSearch, parts, checkpoint } = scoring;
  const { levels, lastTurn } = settings;
  const { corpus, query, postings } = analysed;
  search(scoring, taskSearch, postings);
  const most = query.askerTurns.length > 1 ? lastTurn * highest(sumSoFar(scoring)) : 0;
  parts.set(TURN_PART, most > 0 ? lastTurnScores(analysed, taskSearch, levels, most, checkpoint) : NO_GAIN);
  search(scoring, variantTerms(corpus, query, settings.variants, checkpoint));
}

/** Searches for words of the best blocks, of the newest step in a trace, and of the best article. */
function searchForRelated(scoring: Scoring): { readonly feedback: Feedback; readonly bridge: Bridge } {
  const { analysed, settings, taskSearch, parts } = scoring;
  const { corpus, shape } = analysed;
  // A dialogue is not searched for related words.
  if (shape.dialogue) return { feedback: NO_FEEDBACK, bridge: NO_BRIDGE };
  const first = sumSoFar(scoring);
  const feedback = feedbackTerms(analysed, first, taskSearch, settings.feedback);
  search(scoring, feedback.terms);
  if (shape.trace) search(scoring, focusTerms(analysed, settings.focus));
  if (!shape.articles) return { feedback, bridge: NO_BRIDGE };
  const bridge = bridgeFrom(analysed, first, matchedMass(corpus, taskSearch), settings.bridge);
  search(scoring, bridge.terms);
  creditBridgeSource(bridge, parts);
  return { feedback, bridge };
}
