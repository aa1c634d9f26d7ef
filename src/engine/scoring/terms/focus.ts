// What the step before was about: an agent's last thought and last call name what it works on, in the code's own words.
// In: an agent's trace. Out: terms to search for besides the task's. Must add nothing where there is no such trace.
import { flagged } from "../../../text/int-list.ts";
import type { Analysed } from "../../analyse.ts";
import { sayingTerms } from "../../corpus/task-words.ts";
import { NO_TERMS, type SearchTerms, searchTerms } from "./search-terms.ts";

export interface FocusSettings {
  /** Weight of a word of the newest step against 1 for a word of the task; 0 turns focus off. */
  readonly weight: number;
  /** How many records back the agent's own words are read. */
  readonly records: number;
  /** At most this many terms are taken, the newest first. */
  readonly termsMax: number;
}

const FOCUS_PART = "focus";

/** A thought longer than this is a report; its beginning is read. UTF-16 units. */
const THOUGHT_LENGTH_MAX = 2000;

export function focusTerms({ records, corpus, query }: Analysed, settings: FocusSettings): SearchTerms {
  if (settings.weight <= 0) return NO_TERMS;
  const isAsked = flagged(corpus.vocabulary.size(), query.terms);
  const found = new Map<number, number>();
  for (const { source } of records.slice(-settings.records).reverse()) {
    if (source.kind !== "llm_response" && source.kind !== "tool_call") continue;
    for (const term of sayingTerms(source.text.slice(0, THOUGHT_LENGTH_MAX), corpus.vocabulary)) {
      if (found.size >= settings.termsMax) break;
      if (isAsked[term] !== 1 && (corpus.blockFrequency[term] ?? 0) > 1) found.set(term, settings.weight);
    }
  }
  return searchTerms(FOCUS_PART, found);
}
