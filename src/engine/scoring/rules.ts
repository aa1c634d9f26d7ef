// The rules that raise units which the words of the task alone do not find. Each has a weight, and says to which
// records it applies.
// In: the analysed request and the scores from searching. Out: one part of the score for each rule. A rule that does
// not apply would add to no unit, so it is skipped.
// To add a rule, write a file that computes the gains and add a row here.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import type { Shape } from "../index/shape.ts";
import { type ArgumentSourceSettings, argumentSourceScores } from "./links/argument-sources.ts";
import { type FactChainSettings, factChainScores } from "./links/fact-chains.ts";
import { foreignKeyScores } from "./links/foreign-keys.ts";
import { type JoinedTableSettings, joinedTableScores } from "./links/joined-tables.ts";
import { NEIGHBOUR_PART, type NeighbourSettings, neighbourScores } from "./links/neighbours.ts";
import {
  type DefinitionSettings,
  definitionScores,
  type ReferenceSettings,
  referenceScores,
} from "./links/references.ts";
import { type Bridge, namedTitleScores } from "./links/second-hop.ts";
import { type SharedIdSettings, sharedIdScores } from "./links/shared-ids.ts";
import { type ToolDependencySettings, toolDependencyScores } from "./links/tool-dependencies.ts";
import { schemaHeadScores, TOLD_PART, toldScores } from "./priors.ts";
import { rareEventScores } from "./rare-events.ts";
import { rowKeyScores } from "./table-rows.ts";
import { addScores, highest, NO_GAIN, type UnitParts } from "./unit-scores.ts";

export interface RuleSettings {
  /** Bonus of a record that the best titled record names, as a share of the best score. */
  readonly namedTitle: number;
  /** The same for a passage of a result that the best passage names. */
  readonly namedPassage: number;
  readonly factChain: FactChainSettings;
  readonly neighbours: NeighbourSettings;
  /** Bonus of the rarest log event, as a share of the best score. */
  readonly rareEvent: number;
  readonly toolDependency: ToolDependencySettings;
  /** Bonus of a tool's name and summary, as a share of the best score. */
  readonly schemaHead: number;
  readonly definitions: DefinitionSettings;
  readonly references: ReferenceSettings;
  readonly sharedIds: SharedIdSettings;
  readonly joinedTables: JoinedTableSettings;
  readonly argumentSource: ArgumentSourceSettings;
  /** For a task that does not address the assistant: gain of the user's turns, as a share of their score. */
  readonly told: number;
}

/** What a rule may read. */
interface Scored {
  readonly analysed: Analysed;
  readonly settings: RuleSettings;
  /** From the best article; `NO_BRIDGE` if there are no articles. */
  readonly bridge: Bridge;
  /** 1 for each unit that holds a word of the task; empty if there are no tables. */
  readonly hasTaskWord: Uint8Array;
  /** The scores of the units with what the rules before this one added. */
  readonly sum: Float64Array;
  /** The highest score before the first rule of the list. */
  readonly best: number;
  readonly checkpoint: Checkpoint;
}

interface Rule {
  readonly part: string;
  /** The reason of a record whose score owes most to this part; absent for a part that is a share of other parts. */
  readonly reason?: string;
  /** True if the scores of such records list this part, even if it is 0. Absent if the scores of all records do. */
  readonly isPartOf?: (shape: Shape) => boolean;
  /** False if the rule would add to no unit, or is not meant for such records. */
  readonly applies: (shape: Shape, settings: RuleSettings) => boolean;
  readonly gains: (scored: Scored) => Float64Array;
}

/** For units that the best units name, and for their neighbours. */
const NEAR_MATCHES: readonly Rule[] = [
  {
    part: "named",
    reason: "named_by_match",
    applies: ({ articles }) => articles,
    gains: ({ analysed: { records }, settings: { namedTitle, namedPassage }, bridge, best }) =>
      namedTitleScores(records, bridge, best * (bridge.articles.length > records.length ? namedPassage : namedTitle)),
  },
  {
    part: "chain",
    reason: "linked_fact",
    isPartOf: ({ dialogue }) => !dialogue,
    applies: ({ facts }, { factChain }) => facts && factChain.weight > 0,
    gains: ({ analysed, sum, settings }) => factChainScores(analysed, sum, settings.factChain),
  },
  {
    part: NEIGHBOUR_PART,
    reason: "neighbour_of_match",
    isPartOf: ({ dialogue }) => dialogue,
    applies: ({ dialogue }) => dialogue,
    gains: ({ analysed, sum, settings }) => neighbourScores(analysed, sum, settings.neighbours),
  },
];

/**
 * Ids are followed between rows and elements, but not in a catalogue of tools, nor in an agent's trace, where
 * argument-sources.ts follows them backwards.
 */
function followsIds({ holds, trace, catalogue }: Shape, { sharedIds }: RuleSettings): boolean {
  return holds.fields && !trace && !catalogue && sharedIds.weight > 0;
}

/** For special units, and for units that the best units need. */
const SPECIAL_UNITS: readonly Rule[] = [
  {
    part: "rarity",
    reason: "rare_event",
    applies: ({ holds }, { rareEvent }) => holds.templates && rareEvent > 0,
    gains: ({ analysed, best, settings, checkpoint }) =>
      rareEventScores(analysed, settings.rareEvent * best, checkpoint),
  },
  {
    part: "needed",
    reason: "needed_by_match",
    applies: ({ catalogue }, { toolDependency }) => catalogue && toolDependency.weight > 0,
    gains: ({ analysed, sum, settings, checkpoint }) =>
      toolDependencyScores(analysed, sum, settings.toolDependency, checkpoint),
  },
  {
    part: "head",
    reason: "tool_summary",
    applies: ({ holds }, { schemaHead }) => holds.schemas && schemaHead > 0,
    gains: ({ analysed, best, settings }) => schemaHeadScores(analysed, settings.schemaHead * best),
  },
  {
    part: "defines",
    reason: "definition",
    applies: ({ holds }, { definitions }) => holds.code && (definitions.named > 0 || definitions.used > 0),
    gains: ({ analysed, sum, settings, checkpoint }) =>
      definitionScores(analysed, sum, settings.definitions, checkpoint),
  },
  {
    part: "referred",
    reason: "referenced",
    applies: (_, { references }) => references.weight > 0,
    gains: ({ analysed, sum, settings, checkpoint }) => referenceScores(analysed, sum, settings.references, checkpoint),
  },
  {
    part: "joined",
    reason: "shared_id",
    applies: followsIds,
    gains: ({ analysed, sum, settings, checkpoint }) => sharedIdScores(analysed, sum, settings.sharedIds, checkpoint),
  },
  {
    part: "keyed",
    reason: "shared_id",
    applies: followsIds,
    gains: ({ analysed, sum, settings, checkpoint }) => foreignKeyScores(analysed, sum, settings.sharedIds, checkpoint),
  },
  {
    part: "cell",
    reason: "shared_id",
    applies: (shape, settings) => shape.holds.tables > 1 && followsIds(shape, settings),
    gains: ({ analysed, sum, hasTaskWord, settings, checkpoint }) =>
      rowKeyScores(analysed, sum, hasTaskWord, settings.sharedIds, checkpoint),
  },
  {
    part: "foreign_key",
    reason: "joined_table",
    applies: ({ holds }, { joinedTables }) =>
      holds.foreignKeys && (joinedTables.referred > 0 || joinedTables.between > 0),
    gains: ({ analysed, sum, settings, checkpoint }) =>
      joinedTableScores(analysed, sum, settings.joinedTables, checkpoint),
  },
  {
    part: "source",
    reason: "argument_source",
    isPartOf: ({ trace }) => trace,
    applies: ({ trace }) => trace,
    gains: ({ analysed, best, settings }) => argumentSourceScores(analysed, best, settings.argumentSource),
  },
  {
    part: TOLD_PART,
    isPartOf: ({ trace }) => !trace,
    applies: ({ trace }, { told }) => !trace && told > 0,
    gains: ({ analysed, sum, settings, checkpoint }) => toldScores(analysed, sum, settings.told, checkpoint),
  },
];

/** The reasons of the rules, by part. */
export const RULE_REASONS: Readonly<Record<string, string>> = Object.fromEntries(
  [...NEAR_MATCHES, ...SPECIAL_UNITS].flatMap(({ part, reason }) => (reason === undefined ? [] : [[part, reason]])),
);

/** Adds the part of each rule to `parts` and to `scored.sum`. If no unit matches, all parts are 0. */
export function followRules(scored: Omit<Scored, "best">, parts: UnitParts): void {
  const { analysed, settings, sum, checkpoint } = scored;
  const { shape } = analysed;
  for (const rules of [NEAR_MATCHES, SPECIAL_UNITS]) {
    const best = highest(sum);
    for (const { part, isPartOf, applies, gains } of rules) {
      if (isPartOf?.(shape) === false) continue;
      checkpoint();
      const gained = best > 0 && applies(shape, settings) ? gains({ ...scored, best }) : NO_GAIN;
      parts.set(part, gained);
      addScores(sum, gained);
    }
  }
}
