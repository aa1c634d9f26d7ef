// How relevant is each unit, and thus each record, to the task?
// In: an Analysed. Out: the records, each with a score, its parts and a reason. It must never see a budget.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import type { Postings } from "./index/postings.ts";
import type { ScoredRecord } from "./model.ts";
import { bestTurnScores, TURN_PART } from "./scoring/best-turn.ts";
import { type FeedbackSettings, feedbackTerms, matchedMass, NO_FEEDBACK } from "./scoring/feedback.ts";
import { addLevels, type LevelSettings } from "./scoring/levels.ts";
import { type ArgumentSourceSettings, argumentSourceScores } from "./scoring/links/argument-sources.ts";
import { type DefinitionSettings, definitionScores } from "./scoring/links/definitions.ts";
import { type FactChainSettings, factChainScores } from "./scoring/links/fact-chains.ts";
import { foreignKeyScores } from "./scoring/links/foreign-keys.ts";
import { NEIGHBOUR_PART, type NeighbourSettings, neighbourScores } from "./scoring/links/neighbours.ts";
import { type ReferenceSettings, referenceScores } from "./scoring/links/references.ts";
import { rowKeyScores } from "./scoring/links/row-keys.ts";
import {
  type BridgeSettings,
  bridgeFrom,
  creditBridgeSource,
  findArticles,
  namedTitleScores,
} from "./scoring/links/second-hop.ts";
import { type SharedIdSettings, sharedIdScores } from "./scoring/links/shared-ids.ts";
import { type ToolDependencySettings, toolDependencyScores } from "./scoring/links/tool-dependencies.ts";
import { type PriorSettings, priorFactors, schemaHeadScores, TOLD_PART, toldScores } from "./scoring/priors.ts";
import { rareEventScores } from "./scoring/rare-events.ts";
import { matchedTerms, recordScores } from "./scoring/record-scores.ts";
import {
  type FocusSettings,
  focusTerms,
  type LongPromptSettings,
  type SearchTerms,
  taskTerms,
} from "./scoring/search-terms.ts";
import { type VariantSettings, variantTerms } from "./scoring/spelling-variants.ts";
import { highest, sumOf, type UnitParts } from "./scoring/unit-scores.ts";
import { discountUnmatchedRows } from "./scoring/unmatched-rows.ts";

export interface ScoreSettings {
  readonly levels: LevelSettings;
  /** Gain of the unit that matches a turn of the asker best, as a share of the best score. */
  readonly bestTurn: number;
  readonly variants: VariantSettings;
  readonly feedback: FeedbackSettings;
  readonly bridge: BridgeSettings;
  /** Bonus of a record that the best titled record names, as a share of the best score. */
  readonly namedTitle: number;
  /** The same for a passage of a result that the best passage names. */
  readonly namedPassage: number;
  readonly factChain: FactChainSettings;
  readonly focus: FocusSettings;
  readonly toolDependency: ToolDependencySettings;
  readonly neighbours: NeighbourSettings;
  /** For a task in the first person: what the user told an assistant gains this share of its score. */
  readonly told: number;
  readonly priors: PriorSettings;
  /** Weight of a programming language's name if the records are code. Other words have weight 1. */
  readonly languageName: number;
  readonly longPrompt: LongPromptSettings;
  /** Bonus of the rarest log event, as a share of the best score. */
  readonly rareEvent: number;
  /** Bonus of a tool's name and summary, as a share of the best score. */
  readonly schemaHead: number;
  readonly argumentSource: ArgumentSourceSettings;
  readonly definitions: DefinitionSettings;
  readonly references: ReferenceSettings;
  readonly sharedIds: SharedIdSettings;
}

export function score(
  analysed: Analysed,
  settings: ScoreSettings,
  checkpoint: Checkpoint = unchecked,
): readonly ScoredRecord[] {
  const { corpus, query, postings, shape } = analysed;
  const units = corpus.blockOf.length;
  const parts: UnitParts = new Map();
  const taskSearch = taskTerms(analysed, settings.languageName, settings.longPrompt);
  function search(terms: SearchTerms, known?: Postings): void {
    checkpoint();
    addLevels(corpus, terms, settings.levels, parts, known, checkpoint);
  }
  function sumSoFar(): Float64Array {
    checkpoint();
    return sumOf(parts, units);
  }
  // The task's own words, the turn of a conversation that matches best, and spelling variants.
  search(taskSearch, postings);
  const { levels, bestTurn } = settings;
  const bestSoFar = () => highest(sumSoFar());
  parts.set(TURN_PART, bestTurnScores(analysed, taskSearch, levels, bestTurn, bestSoFar, checkpoint));
  search(variantTerms(corpus, query, settings.variants, checkpoint));
  // Words from the best blocks, and the topic of the newest step.
  const first = sumSoFar();
  const feedback = shape.dialogue ? NO_FEEDBACK : feedbackTerms(analysed, first, taskSearch, settings.feedback);
  search(feedback.terms);
  if (shape.trace) search(focusTerms(analysed, settings.focus));
  const articles = findArticles(analysed);
  const bridge = bridgeFrom(analysed, articles, first, matchedMass(corpus, taskSearch), settings.bridge);
  search(bridge.terms);
  creditBridgeSource(articles, bridge, parts);
  // Units that the best units name or lead to, and their neighbours.
  const near = sumSoFar();
  const named = articles.length > analysed.records.length ? settings.namedPassage : settings.namedTitle;
  parts.set("named", namedTitleScores(analysed.records, articles, bridge.from, named * highest(near)));
  if (!shape.dialogue) parts.set("chain", factChainScores(analysed, near, settings.factChain));
  if (shape.dialogue) parts.set(NEIGHBOUR_PART, neighbourScores(analysed, sumSoFar(), settings.neighbours));
  addBonuses(analysed, settings, parts, sumSoFar, checkpoint);
  checkpoint();
  const priors = priorFactors(analysed, settings.priors, checkpoint);
  const sum = sumSoFar();
  discountUnmatchedRows(analysed, parts, sum, checkpoint);
  // Their originals are scored.
  for (const copy of corpus.copies) sum[copy] = 0;
  return recordScores(analysed.records, parts, sum, priors, {
    prompt: analysed.task.prompt,
    bridge: bridge.through,
    feedbackRecords: feedback.from,
    matchedTerms: (record) => matchedTerms(analysed, taskSearch.weights, record),
  });
}

/** Adds what special units gain, and what the best units lead to. */
function addBonuses(
  analysed: Analysed,
  settings: ScoreSettings,
  parts: UnitParts,
  sumSoFar: () => Float64Array,
  checkpoint: Checkpoint,
): void {
  const { shape } = analysed;
  // As shares of the best score: rare events, tool summaries, argument sources.
  const best = highest(sumSoFar());
  parts.set("rarity", rareEventScores(analysed, settings.rareEvent * best, checkpoint));
  parts.set("needed", toolDependencyScores(analysed, sumSoFar(), settings.toolDependency, checkpoint));
  parts.set("head", schemaHeadScores(analysed, settings.schemaHead * best));
  parts.set("defines", definitionScores(analysed, sumSoFar(), settings.definitions, checkpoint));
  parts.set("referred", referenceScores(analysed, sumSoFar(), settings.references, checkpoint));
  parts.set("joined", sharedIdScores(analysed, sumSoFar(), settings.sharedIds, checkpoint));
  parts.set("keyed", foreignKeyScores(analysed, sumSoFar(), settings.sharedIds, checkpoint));
  parts.set("cell", rowKeyScores(analysed, sumSoFar, settings.sharedIds, checkpoint));
  if (shape.trace) parts.set("source", argumentSourceScores(analysed, best, settings.argumentSource));
  if (!shape.trace) parts.set(TOLD_PART, toldScores(analysed, sumSoFar, settings.told, checkpoint));
}
