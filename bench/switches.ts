// The parts of the engine that can be measured alone, each as the settings that turn it off.
import type { Setting } from "./point-with.ts";

export interface Switch {
  /** As in the table of the rules that can be switched off, in docs/selection-rules.md. */
  readonly name: string;
  readonly settings: readonly Setting[];
}

/** A part whose weight, limit or exponent is 0 does nothing. */
const zero = (name: string, ...paths: readonly string[]): Switch => withValue(0, name, paths);
/** A factor of 1 changes nothing. */
const neutral = (name: string, ...paths: readonly string[]): Switch => withValue(1, name, paths);
/** A bound of a billion is never reached. */
const unbounded = (name: string, ...paths: readonly string[]): Switch => withValue(1e9, name, paths);

function withValue(value: number, name: string, paths: readonly string[]): Switch {
  return { name, settings: paths.map((path) => ({ path, value })) };
}

export const SWITCHES: readonly Switch[] = [
  zero("units", "score.levels.unit"),
  zero("blocks", "score.levels.block"),
  zero("records", "score.levels.record"),
  zero("unit context", "score.levels.context"),
  zero("rarity by rows", "score.levels.rowRarity"),
  zero("title field", "analyse.fields.title"),
  zero("source field", "analyse.fields.source"),
  zero("tools that a match needs", "score.toolDependency.weight"),
  neutral("long prompts", "score.longPrompt.commonWord", "score.longPrompt.earlyWord"),
  neutral("instructions above a request", "score.longPrompt.instructionWord"),
  zero("last turn", "score.lastTurn"),
  zero("the user's turns", "score.told"),
  zero("schema heads", "analyse.fields.head", "score.schemaHead"),
  neutral("numbers in lengths", "analyse.numberLength"),
  zero("feedback", "score.feedback.blocks"),
  zero("spelling variants", "score.variants.weight"),
  zero("newest step", "score.focus.weight"),
  zero("argument sources", "score.argumentSource.passed"),
  zero("sources of confirmed ids", "score.argumentSource.stated"),
  zero("definitions", "score.definitions.named", "score.definitions.used"),
  zero("references", "score.references.weight"),
  zero("shared ids", "score.sharedIds.weight"),
  zero("joined tables", "score.joinedTables.referred", "score.joinedTables.between"),
  zero("bridging", "score.bridge.weight"),
  unbounded("bound of a bridge", "score.bridge.massMax"),
  zero("named titles", "score.namedTitle", "score.namedPassage"),
  zero("chains of facts", "score.factChain.weight"),
  zero("neighbours", "score.neighbours.weight", "score.neighbours.weightBefore"),
  neutral("address fields", "score.addressFields"),
  neutral("language names", "score.languageName"),
  zero("rare events", "score.rareEvent"),
  neutral(
    "kind priors",
    "score.priors.traceKinds.tool_call",
    "score.priors.traceKinds.llm_response",
    "score.priors.traceKinds.user_input",
    "score.priors.traceKinds.error",
  ),
  zero("recency", "score.priors.recency"),
  zero("freshness", "score.priors.freshness.gain"),
  neutral("copied text", "score.priors.copied"),
  neutral("echo", "score.priors.echo"),
  zero("floor", "pack.rankShareMin"),
  zero("headers", "pack.headerTokensMax", "pack.bestHeaderTokensMax"),
  zero("long headers", "pack.bestHeaderTokensMax"),
  zero("calls", "pack.callTokensMax"),
  zero("length discount", "pack.lengthExponent", "pack.sentenceExponent"),
  zero("short records whole", "pack.wholeTokensMax", "pack.wholeSchemaTokensMax"),
  zero("schemas whole", "pack.wholeSchemaTokensMax"),
];
