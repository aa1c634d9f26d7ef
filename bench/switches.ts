// The parts of the engine that can be measured alone, each as the settings that turn it off.
import type { Setting } from "./point-with.ts";

export interface Switch {
  readonly name: string;
  readonly settings: readonly Setting[];
}

const off = (name: string, ...paths: readonly string[]): Switch => {
  return { name, settings: paths.map((path) => ({ path, value: 0 })) };
};
const one = (name: string, ...paths: readonly string[]): Switch => {
  return { name, settings: paths.map((path) => ({ path, value: 1 })) };
};

export const SWITCHES: readonly Switch[] = [
  off("no unit score", "score.levels.unit"),
  off("no block score", "score.levels.block"),
  off("no record score", "score.levels.record"),
  off("no unit context", "score.levels.context"),
  off("no rarity by rows", "score.levels.rowRarity"),
  off("no title field", "analyse.fields.title"),
  off("no source field", "analyse.fields.source"),
  off("no tools that a match needs", "score.toolDependency.weight"),
  one(
    "no rule for long prompts",
    "score.longPrompt.commonWord",
    "score.longPrompt.earlyWord",
    "score.longPrompt.instructionWord",
  ),
  off("no last turn of a conversation", "score.lastTurn"),
  off("no gain for what the user told an assistant", "score.told"),
  off("no schema heads", "analyse.fields.head", "score.schemaHead"),
  one("no rule for numbers in lengths", "analyse.numberLength"),
  off("no feedback", "score.feedback.blocks"),
  off("no spelling variants", "score.variants.weight"),
  off("no focus on the newest step", "score.focus.weight"),
  off("no sources of earlier arguments", "score.argumentSource.passed"),
  off("no sources of what the newest turns state", "score.argumentSource.stated"),
  off("no definitions", "score.definitions.named", "score.definitions.used"),
  off("no references", "score.references.weight"),
  off("no shared ids", "score.sharedIds.weight"),
  off("no joined tables", "score.joinedTable"),
  off("no bridging", "score.bridge.weight"),
  off("no titles named in the best record", "score.namedTitle", "score.namedPassage"),
  off("no chains of facts", "score.factChain.weight"),
  off("no neighbours", "score.neighbours.weight", "score.neighbours.weightBefore"),
  one("no rule for language names", "score.languageName"),
  off("no rare events", "score.rareEvent"),
  one(
    "no kind priors",
    "score.priors.traceKinds.tool_call",
    "score.priors.traceKinds.llm_response",
    "score.priors.traceKinds.user_input",
    "score.priors.traceKinds.error",
  ),
  off("no recency", "score.priors.recency"),
  off("no freshness in work on code", "score.priors.freshness.gain"),
  one("no discount for text copied from calls", "score.priors.copied"),
  one("no echo rule", "score.priors.echo"),
  off("no floor under what is sent", "pack.rankShareMin"),
  off("no headers in packing", "pack.headerTokensMax", "pack.bestHeaderTokensMax"),
  off("no long headers of the best units", "pack.bestHeaderTokensMax"),
  off("no calls with results", "pack.callTokensMax"),
  off("no length discount", "pack.lengthExponent", "pack.passageExponent"),
  off("no whole records", "pack.wholeTokensMax", "pack.wholeSchemaTokensMax"),
  off("no whole schemas", "pack.wholeSchemaTokensMax"),
];
