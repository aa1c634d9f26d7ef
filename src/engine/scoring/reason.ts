// Why was a record selected? Read off the parts its score is the sum of, never worked out anew.
// In: the parts of a score. Out: one of an open, documented set of reasons. Must name what really weighed most.
import type { ScoreParts } from "../model.ts";

/** Names and ids are said beside plain words from this share of the words' part on. */
const BESIDE_SHARE = 0.25;

const REASON_OF_PART: Readonly<Record<string, string>> = {
  title: "title_match",
  variant: "spelling_variant",
  focus: "recent_step",
  related: "related_terms",
  bridge: "bridge",
  named: "named_by_match",
  chain: "linked_fact",
  phrase: "phrase_match",
  neighbour: "neighbour_of_match",
  rarity: "rare_event",
  cue: "failure_cue",
  head: "tool_summary",
  instruction: "user_instruction",
  source: "argument_source",
};

export interface ReasonOrigins {
  /** Title of the record that a bridge starts from; "" where there is none. */
  readonly bridge: string;
  /** Parts of the score that the record owes to itself: they are no reason, what led to them is. */
  readonly own: ReadonlySet<string>;
}

const NOWHERE: ReasonOrigins = { bridge: "", own: new Set() };

export function reasonOf(parts: ScoreParts, { bridge, own } = NOWHERE): string {
  const keyword = parts.keyword ?? 0;
  const entity = parts.entity ?? 0;
  const words = keyword + entity;
  let strongest = "";
  let most = 0;
  for (const name of Object.keys(parts)) {
    const value = parts[name] ?? 0;
    if (name === "keyword" || name === "entity" || value <= most || own.has(name)) continue;
    strongest = name;
    most = value;
  }
  if (most > words && strongest === "bridge" && bridge !== "") return `bridge:${bridge}`;
  if (most > words) return REASON_OF_PART[strongest] ?? strongest;
  if (words <= 0) return "no_match";
  if (Math.min(keyword, entity) >= BESIDE_SHARE * Math.max(keyword, entity)) return "keyword_and_entity_match";
  return entity > keyword ? "entity_match" : "keyword_overlap";
}
